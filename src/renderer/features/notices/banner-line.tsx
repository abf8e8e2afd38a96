import type { ReactNode } from 'react'

import type { ErrorText } from '../../errors/error-text'

/** One quiet line: what is wrong, what still works, and at its end what can be done. */
export function BannerLine({ what, rest, children }: ErrorText & { children?: ReactNode }) {
  return (
    <div className="banner-line">
      <p className="banner-text" role="status">
        <b>{what}</b> {rest}
      </p>
      {children !== undefined && <div className="banner-steps">{children}</div>}
    </div>
  )
}
