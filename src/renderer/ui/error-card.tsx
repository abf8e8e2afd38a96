import type { ReactNode } from 'react'

import type { ErrorData } from '../../shared/errors'
import { Button } from './button'
import { mendedInSettings, splitMessage, worthRetrying } from './error-steps'
import './error-card.css'

export interface ErrorCardProps {
  error: ErrorData
  onOpenSettings?: (() => void) | undefined
  onRetry?: (() => void) | undefined
  /** More next steps than those the error's code suggests. */
  children?: ReactNode
}

/** An error where the answer would have been: what happened, and the next step. */
export function ErrorCard({ error, onOpenSettings, onRetry, children }: ErrorCardProps) {
  const { what, rest } = splitMessage(error.message)
  const canMend = onOpenSettings !== undefined && mendedInSettings.has(error.code)
  const canRetry = onRetry !== undefined && worthRetrying.has(error.code)
  return (
    <div className="error-card" role="alert">
      <p>
        <b>{what}</b> {rest}
      </p>
      {(canMend || canRetry || children !== undefined) && (
        <div className="error-card-steps">
          {canRetry && (
            <Button look="link" onClick={onRetry}>
              Try again
            </Button>
          )}
          {canMend && (
            <Button look="link" onClick={onOpenSettings}>
              Open Settings
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}
