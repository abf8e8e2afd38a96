import type { ReactNode } from 'react'

import styles from './tool-card.module.css'

/** The frame of a call's card, for what belongs to a call that the answer does not show. */
export function ToolFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.tool} data-slot="tool">
      {children}
    </div>
  )
}
