import type { ReactNode } from 'react'
import styles from './banner.module.css'

/** What is wrong, or happened, and what else there is to say about it. */
export interface BannerText {
  what: string
  rest: string
}

/** One quiet line: what is wrong, what still works, and at its end what can be done. */
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
