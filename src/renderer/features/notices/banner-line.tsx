import type { ReactNode } from 'react'
import styles from './banner.module.css'

/** What is wrong or has happened, and details about it. */
export interface BannerText {
  what: string
  rest: string
}

/** A one-line notice: the problem, its consequences, and actions at the end. */
export function BannerLine({ what, rest, children }: BannerText & { children?: ReactNode }) {
  return (
    <div className={styles.line} data-slot="banner-line">
      <p className={styles.text} role="status">
        <b>{what}</b> {rest}
      </p>
      {children !== undefined && <div className={styles.steps}>{children}</div>}
    </div>
  )
}
