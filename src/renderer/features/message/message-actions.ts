import type { ReactNode } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { TextPart } from '../../../shared/sessions/messages'

/** The actions of a message; an absent one is not offered. */
export interface MessageActions {
  onOpenSettings: (error: ErrorData) => void
  /** Regenerates this answer. */
  onRetry?: (() => void) | undefined
  /** Continues this answer, whose error cut it off. */
  onContinue?: (() => void) | undefined
  /** Draws the text of a merged answer with its sources. */
  renderStatements?: ((part: TextPart, isGrowing: boolean) => ReactNode) | undefined
}
