import type { ReactNode } from 'react'

/** The panes as columns; more than fit stand in rows of equal height that scroll as one. */
export function PaneGrid({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className="pane-grid" data-count={count}>
      {children}
    </div>
  )
}
