import type { ReactNode } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { errorLine, isFixedByRestart } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { RestartButton } from './restart-button'
import { Row } from '../../ui/layout/layout'
import styles from './send-refusal.module.css'

/** Above the composer: why the message was not sent, and the next step. */
export function SendRefusal({ refusal, children }: { refusal: ErrorData; children?: ReactNode }) {
  return (
    <Row
      wrap
      pad={[2, 3]}
      tone="warn"
      size="m"
      className={styles.sendRefusal}
      data-slot="send-refusal"
      role="alert"
    >
      <span>{errorLine(refusal)}</span>
      {isSpendingRefusal(refusal) && <SpendingButton />}
      {isFixedByRestart(refusal) && <RestartButton variant="link" />}
      {children}
    </Row>
  )
}

/** Opens Spending, where the limit that refused the request can be raised. */
export function SpendingButton() {
  const { dialogs } = useApp()
  return (
    <Button variant="link" onClick={() => dialogs.open({ kind: 'spending' })}>
      {t('spending.open')}
    </Button>
  )
}

/** Whether `error` is that a spending limit is reached. */
export function isSpendingRefusal({ code }: ErrorData): boolean {
  return code === 'LIMIT_REACHED'
}
