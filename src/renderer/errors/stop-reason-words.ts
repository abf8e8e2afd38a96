import { stopReasonName, type StopReason } from '../../shared/sessions/stop-reasons'
import { t } from '../language/t'

/** Why an answer is incomplete; null when it is complete, or its error says more. */
export function stopReasonWords(reason: StopReason): string | null {
  const name = stopReasonName(reason)
  return name === null ? null : t(`messages.ended.${name}`)
}
