import type { ReactNode } from 'react'

import './tool-card.css'

/** The frame of a call's card, for what belongs to a call that the answer does not show. */
export function ToolFrame({ children }: { children: ReactNode }) {
  return (
    <div className="tool" data-slot="tool">
      {children}
    </div>
  )
}
