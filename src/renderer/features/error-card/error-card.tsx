import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { Button, type ButtonVariant } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import {
  errorText,
  isFixableInSettings,
  isFixedByRestart,
  retryableErrors,
  errorLine,
} from '../../errors/error-text'
import { Row } from '../../ui/layout/layout'
import { useApp } from '../../state/app/use-app'
import styles from './error-card.module.css'
import sendRefusalStyles from './send-refusal.module.css'

interface ErrorCardProps {
  error: ErrorData
  /** Opens Settings where this error can be fixed. */
  onOpenSettings?: ((error: ErrorData) => void) | undefined
  onRetry?: (() => void) | undefined
  /** Continues the answer that the error cut off. */
  onContinue?: (() => void) | undefined
  /** The answer has other content than this error; absent where there is no answer. */
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
              {t('common.regenerate')}
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

/** A sentence about what a restart interrupts and what it keeps. */
export function restartConsequence(): string {
  return t('common.restartConsequence')
}

/** Restarts Parley. The consequences are in the tooltip and the accessible description. */
export function RestartButton({ variant = 'plain' }: { variant?: ButtonVariant }) {
  const { restart } = useApp()
  const { isUnderWay } = useStore(restart.store)
  const consequenceId = useId()
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={isUnderWay}
        aria-describedby={consequenceId}
        title={restartConsequence()}
        onClick={() => void restart.ask()}
      >
        {t('common.restart')}
      </Button>
      <span id={consequenceId} hidden>
        {restartConsequence()}
      </span>
    </>
  )
}

/** Above the composer: why the message was not sent, and the next step. */
export function SendRefusal({ refusal, children }: { refusal: ErrorData; children?: ReactNode }) {
  return (
    <Row
      wrap
      pad={[2, 3]}
      tone="warn"
      size="m"
      className={sendRefusalStyles.sendRefusal}
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
function SpendingButton() {
  const { dialogs } = useApp()
  return (
    <Button variant="link" onClick={() => dialogs.open({ kind: 'spending' })}>
      {t('spending.open')}
    </Button>
  )
}

/** True if a spending limit was reached. */
function isSpendingRefusal({ code }: ErrorData): boolean {
  return code === 'LIMIT_REACHED'
}
