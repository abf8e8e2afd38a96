import type { ParleyError } from '../../../shared/errors'
import { systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import type { Clock } from '../../base/clock'
import type { SourceEvent } from '../../run-source/run-source'
import { AnswerWriter } from '../answer/answer-writer'
import { readAnswer } from '../answer/read-answer'
import { unfinishedError } from '../answer/error-in'
import type { ModelProtocol } from '../language-model/model-protocol'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** The result of a body: the events, the failure, and what was skipped. */
export interface ReadBody {
  events: SourceEvent[]
  error: ParleyError | null
  skipped: string[]
}

export interface ReadBodyOptions {
  contentType?: string
  clock?: Clock
  /** How long the server is silent after each chunk, on a manual clock. */
  pausesMs?: readonly number[] | undefined
  isLost?: boolean
  /** The tools that the model was offered. */
  toolNames?: readonly string[]
}

/** Reads these bytes as an answer of this family, without a server. */
export async function readBody(
  protocol: Pick<ModelProtocol, 'createReader' | 'hasThinkTags' | 'providerDataKey'>,
  chunks: readonly (string | Uint8Array)[],
  options: ReadBodyOptions = {},
): Promise<ReadBody> {
  const { contentType = 'text/event-stream', pausesMs, isLost = false, toolNames = [] } = options
  const pausing = pausesMs === undefined ? null : createManualClock()
  const clock = pausing ?? options.clock ?? systemClock
  const skipped: string[] = []
  const writer = new AnswerWriter({
    peer,
    hasThinkTags: protocol.hasThinkTags,
    providerDataKey: protocol.providerDataKey ?? null,
    askedModelId: 'asked',
    toolNames,
    onSkipped: (what) => skipped.push(what),
  })
  let isLetGo = false
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const [index, chunk] of chunks.entries()) {
        if (isLetGo) return
        controller.enqueue(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
        if (pausing === null) continue
        await someTurns()
        pausing.advance(pausesMs?.[index] ?? 0)
        await someTurns()
      }
      if (!isLetGo) controller.close()
    },
    cancel() {
      isLetGo = true
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

/** Enough turns for the sent data to be read. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}
