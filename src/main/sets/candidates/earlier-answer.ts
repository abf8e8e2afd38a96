import type { Message } from '../../../shared/sessions/messages'
import type { EarlierAnswer } from '../../../shared/sets/schema'
import { setLimits } from '../../../shared/sets/sets'

/** The answer that a question got in a chat, as far as it is known; null without one. */
export function earlierAnswerOf(
  text: string,
  { model, usage = {}, metrics }: { model?: string | null } & Pick<Message, 'usage' | 'metrics'>,
): EarlierAnswer | null {
  if (text.trim() === '' || text.length > setLimits.valueChars) return null
  const answeredBy = usage.model ?? model ?? null
  return {
    text,
    usage: { ...usage, ...(answeredBy === null ? {} : { model: answeredBy }) },
    durationMs: metrics?.durationMs ?? null,
  }
}
