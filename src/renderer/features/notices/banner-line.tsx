import type { ReactNode } from 'react'
import './banner.css'

/** What is wrong, or happened, and what else there is to say about it. */
export interface BannerText {
  what: string
  rest: string
}

/** One quiet line: what is wrong, what still works, and at its end what can be done. */
export function BannerLine({ what, rest, children }: BannerText & { children?: ReactNode }) {
  return (
    <div className="banner-line" data-slot="banner-line">
      <p className="banner-text" role="status">
        <b>{what}</b> {rest}
      </p>
      {children !== undefined && <div className="banner-steps">{children}</div>}
    </div>
  )
}
