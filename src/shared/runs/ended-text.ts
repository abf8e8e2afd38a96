import type { TFunction } from 'i18next'

import { assertNever } from '../invariant'
import type { LengthLimit } from '../sessions/messages'
import { type StopReason, stopReasonName } from '../sessions/stop-reasons'

/** Why an answer is incomplete, and at whose limit it ended; null when it is complete, or its error says more. */
export function endedText(
  { stopReason, metrics }: { stopReason?: StopReason; metrics?: { limit?: LengthLimit } },
  t: TFunction,
): string | null {
  const name = stopReason === undefined ? null : stopReasonName(stopReason)
  if (name === null) return null
  return name === 'length' && metrics?.limit !== undefined
    ? limitText(metrics.limit, t)
    : t(`messages.ended.${name}`)
}

function limitText(limit: LengthLimit, t: TFunction): string {
  switch (limit.of) {
    case 'user':
      return t('messages.limit.user', { count: limit.tokens })
    case 'parley':
      return limit.chars === undefined
        ? t('messages.limit.parley', { count: limit.tokens ?? 0 })
        : t('messages.limit.parleyChars', { count: limit.chars })
    case 'model':
      return limit.tokens === undefined
        ? t('messages.limit.server')
        : t('messages.limit.model', { count: limit.tokens })
    default:
      return assertNever(limit)
  }
}
