import type { ParleyError } from '../../../shared/errors'
import { systemClock } from '../../base/clock'
import type { Clock } from '../../base/clock'
import type { SourceEvent } from '../../base/run-source'
import { AnswerWriter } from '../answer/answer-writer'
import { readAnswer } from '../answer/read-answer'
import { unfinishedError } from '../answer/stream-error'
import type { ModelProtocol } from '../language-model/run-model'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** What a body came to: the events, the failure, and what was left out of it. */
export interface ReadBody {
  events: SourceEvent[]
  error: ParleyError | null
  skipped: string[]
}

/** Reads these bytes as an answer of this family, without a server. */
export async function readBody(
  protocol: Pick<ModelProtocol, 'createReader' | 'hasThinkTags' | 'providerDataKey'>,
  chunks: readonly (string | Uint8Array)[],
  options: { contentType?: string; clock?: Clock; isLost?: boolean } = {},
): Promise<ReadBody> {
  const { contentType = 'text/event-stream', clock = systemClock, isLost = false } = options
  const skipped: string[] = []
  const writer = new AnswerWriter({
    peer,
    hasThinkTags: protocol.hasThinkTags,
    providerDataKey: protocol.providerDataKey ?? null,
    askedModelId: 'asked',
    onSkipped: (what) => skipped.push(what),
  })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      controller.close()
    },
  })
  const response = new Response(body, { headers: contentType === '' ? {} : { 'content-type': contentType } })
  const events: SourceEvent[] = []
  const reader = protocol.createReader(writer, peer)
  for await (const event of readAnswer(response, reader, writer, { peer, clock, isLost: () => isLost })) {
    events.push(event)
  }
  events.push(...writer.rest())
  return { events, error: writer.failure ?? (writer.isFinished ? null : unfinishedError(peer)), skipped }
}
