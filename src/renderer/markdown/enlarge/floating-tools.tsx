import type { ReactNode } from 'react'

import styles from './enlarge.module.css'

/** Buttons above the top right corner of their element, which must be positioned. They appear on hover and focus. */
export function FloatingTools({ children }: { children: ReactNode }) {
  return (
    <span className={styles.floating} data-slot="floating-tools">
      {children}
    </span>
  )
}
