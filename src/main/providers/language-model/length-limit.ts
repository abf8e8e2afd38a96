import type { LengthLimit, Usage } from '../../../shared/sessions/messages'
import type { RunRequest, SourceEvent } from '../../run-source/run-source'
import { type Foreign, objectIn } from '../answer/foreign'
import type { Refused } from './lesser-request'

/** The smallest context window that a model has: below, an answer ends at no other limit than the one that was sent. */
const leastWindow = 2_000

/** The limit that a request of any family contains; undefined if it has none. */
function sentLimit(body: Foreign): number | undefined {
  const { max_tokens, max_completion_tokens, max_output_tokens } = body
  const { maxOutputTokens } = objectIn(body['generationConfig']) ?? {}
  const sent = max_tokens ?? max_completion_tokens ?? max_output_tokens ?? maxOutputTokens
  return typeof sent === 'number' ? sent : undefined
}

/** The last events of an answer, with whose limit it was if it ended at one that the request contains. */
export function withLimit(
  events: readonly SourceEvent[],
  { request, body, refused }: { request: RunRequest; body: Foreign; refused: readonly Refused[] },
): SourceEvent[] {
  const used = events.findLast((event) => event.type === 'usage')?.usage ?? {}
  const sent = sentLimit(body)
  return events.map((event) =>
    event.type === 'finish' && event.reason === 'length' && sent !== undefined
      ? { ...event, limit: limitOf({ request, sent, refused, used }) }
      : event,
  )
}

function limitOf({
  request,
  sent,
  refused,
  used,
}: {
  request: RunRequest
  sent: number
  refused: readonly Refused[]
  used: Usage
}): LengthLimit {
  const { maxOutputTokens: chosen } = request.params
  const { inputTokens = 0, outputTokens } = used
  const isShort = outputTokens !== undefined && outputTokens < 0.8 * Math.min(sent, chosen ?? sent)
  if (isShort && inputTokens + outputTokens >= leastWindow) return { of: 'model' }
  if (chosen !== undefined && sent >= chosen) return { of: 'user', tokens: chosen }
  const isOfParley = refused.some((each) => each.type === 'field' && each.change.type === 'add')
  return { of: isOfParley ? 'parley' : 'model', tokens: sent }
}
