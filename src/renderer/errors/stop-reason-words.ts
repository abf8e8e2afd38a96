import type { Message } from '../../shared/sessions/messages'
import { endedText } from '../../shared/runs/ended-text'
import { t } from '../language/t'

/** Why an answer is incomplete; null when it is complete, or its error says more. */
export function stopReasonWords(answer: Pick<Message, 'stopReason' | 'metrics'>): string | null {
  return endedText(answer, t)
}
