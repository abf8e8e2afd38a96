import type { ReactNode } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { errorLine, isFixedByRestart } from '../../errors/error-text'
import { RestartButton } from './restart-button'
import { isSpendingRefusal, SpendingButton } from './spending-button'
import styles from './send-refusal.module.css'

/** Above the composer: why the message was not sent, and the next step. */
export function SendRefusal({ refusal, children }: { refusal: ErrorData; children?: ReactNode }) {
  return (
    <div className={styles.sendRefusal} data-slot="send-refusal" role="alert">
      <span>{errorLine(refusal)}</span>
      {isSpendingRefusal(refusal) && <SpendingButton />}
      {isFixedByRestart(refusal) && <RestartButton variant="link" />}
      {children}
    </div>
  )
}
