import type { ReactNode } from 'react'

import styles from './tool-card.module.css'

/** The frame for something that belongs to a call which the answer does not show. */
export function ToolFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.tool} data-slot="tool">
      {children}
    </div>
  )
}
