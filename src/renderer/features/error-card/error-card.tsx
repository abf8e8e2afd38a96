import type { ReactNode } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { errorText, isFixableInSettings, isFixedByRestart, retryableErrors } from '../../errors/error-text'
import { RestartButton } from './restart-button'
import { isSpendingRefusal, SpendingButton } from './send-refusal'
import { Row } from '../../ui/layout/layout'
import styles from './error-card.module.css'

export interface ErrorCardProps {
  error: ErrorData
  /** Opens Settings where this error can be fixed. */
  onOpenSettings?: ((error: ErrorData) => void) | undefined
  onRetry?: (() => void) | undefined
  /** Continues the answer that the error cut off. */
  onContinue?: (() => void) | undefined
  /** Whether the answer has anything but this error; absent where there is no answer. */
  hasText?: boolean
  /** False where several cards may show the same error. */
  offersRestart?: boolean
  /** Next steps in addition to those for the error's code. */
  children?: ReactNode
}

/** Shown instead of an answer: what went wrong, and the next step. */
export function ErrorCard({
  error,
  onOpenSettings,
  onRetry,
  onContinue,
  hasText,
  offersRestart = true,
  children,
}: ErrorCardProps) {
  const { what, fix } = errorText(error, hasText)
  const install = installOf(error)
  const canMend = onOpenSettings !== undefined && isFixableInSettings(error, hasText === true)
  // Only one action, which keeps the text so far if there is any. The menu of the answer has both.
  const canRetry = onRetry !== undefined && onContinue === undefined && retryableErrors.has(error.code)
  const canRestart = offersRestart && isFixedByRestart(error)
  return (
    <div className={styles.errorCard} data-slot="error-card" role="alert">
      <p>
        <b>{what}</b> {fix}
      </p>
      {install !== null && (
        <Row className={styles.install}>
          <pre tabIndex={0} role="group" aria-label={t('errors.install.command')} dir="ltr">
            {install}
          </pre>
          <CopyButton text={() => install} label={t('errors.install.copy')} />
        </Row>
      )}
      {(canMend ||
        canRetry ||
        onContinue !== undefined ||
        canRestart ||
        isSpendingRefusal(error) ||
        children !== undefined) && (
        <Row align="stretch" wrap gap={4} className={styles.steps}>
          {onContinue !== undefined && (
            <Button variant="link" title={t('chat.answer.continueHint')} onClick={onContinue}>
              {t('chat.answer.continue')}
            </Button>
          )}
          {/* Regenerating helps only once this is fixed. */}
          {canMend && (
            <Button variant="link" onClick={() => onOpenSettings(error)}>
              {t('common.openSettings')}
            </Button>
          )}
          {canRetry && (
            <Button variant="link" onClick={onRetry}>
              {t('chat.answer.regenerate')}
            </Button>
          )}
          {isSpendingRefusal(error) && <SpendingButton />}
          {canRestart && <RestartButton variant="link" />}
          {children}
        </Row>
      )}
    </div>
  )
}

/** The install command of a missing program; null if nothing is missing. */
function installOf({ code, data }: ErrorData): string | null {
  const install = code === 'AGENT_NOT_INSTALLED' ? data?.['install'] : undefined
  return typeof install === 'string' && install !== '' ? install : null
}
