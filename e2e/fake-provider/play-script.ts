import type { Connection } from './connection.ts'
import type { FakeRequest } from './fake-request.ts'
import { aborted, paced, pause } from './pace.ts'
import type { AnswerEvents } from './protocols/protocol.ts'
import type { Script, Step, StreamScript } from './script.ts'
import { defaultPromptTokens } from './script.ts'
import { sseEvent } from './sse-event.ts'

/** Tokens that a stream at full speed writes before it waits for the reader. */
const flatOutBatch = 64

/** Steps that a whole answer implies or does not need. */
const impliedInWhole: ReadonlySet<Step['type']> = new Set(['usage', 'done'])

/** Plays one script to its end, or until the client has disconnected. */
export async function playScript(
  script: Script,
  request: FakeRequest,
  connection: Connection,
): Promise<void> {
  switch (script.type) {
    case 'no-answer':
      await aborted(connection.gone)
      return
    case 'reset':
      connection.end('reset')
      return
    case 'refusal': {
      const headers = { 'content-type': 'application/json', ...script.headers }
      reply(connection, script.status, headers, request.protocol.refusal(script.status, script.error))
      break
    }
    case 'reply':
      reply(connection, script.status, script.headers ?? {}, script.body)
      break
    case 'stream':
      connection.onClientClose = script.onClientClose ?? { type: 'close' }
      if (script.headersAfterMs !== undefined) await pause(script.headersAfterMs, connection.gone)
      if (connection.gone.aborted) return
      if (request.wantsStream) {
        await playStream(script, request, connection)
        if (connection.gone.aborted) return
        connection.end(script.ending ?? 'close')
      } else {
        replyWhole(script, request, connection)
      }
  }
  request.isPlayed = true
}

/** Sends a complete response at once. */
export function reply(
  connection: Connection,
  status: number,
  headers: Record<string, string>,
  body: string,
): void {
  connection.hold()
  connection.head(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
  connection.write(body)
  connection.release()
  connection.endWhole()
}

function replyWhole(script: StreamScript, request: FakeRequest, connection: Connection): void {
  let content = ''
  let reasoning = ''
  let reason = 'stop'
  for (const step of script.steps) {
    if (step.type === 'finish') reason = step.reason
    else if (step.type !== 'tokens' && !impliedInWhole.has(step.type))
      throw new Error(`an answer without a stream cannot play the step "${step.type}"`)
    if (step.type !== 'tokens') continue
    for (const token of step.tokens) {
      if ((step.field ?? 'content') === 'content') content += token
      else reasoning += token
      request.recordToken()
    }
  }
  const answer = { content, reasoning, finishReason: reason, tokenCount: request.tokensSent }
  const body = eventsOf(script, request).whole?.(answer)
  if (body === undefined) throw new Error('this protocol supports only streams, and none was requested')
  reply(connection, 200, { 'content-type': 'application/json' }, body)
}

/** The events of an answer, under the model name that the script gives. */
function eventsOf(
  { answeredBy }: StreamScript,
  { id, model, arrivedMs, protocol }: FakeRequest,
): AnswerEvents {
  return protocol.events({ id, model: answeredBy ?? model, arrivedMs })
}

async function playStream(script: StreamScript, request: FakeRequest, connection: Connection): Promise<void> {
  const events = eventsOf(script, request)
  connection.head(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'transfer-encoding': 'chunked',
  })
  connection.chunk(events.begin?.() ?? '')
  for (const step of script.steps) {
    if (connection.gone.aborted) return
    await playStep(step, events, request, connection)
  }
}

async function playStep(
  step: Step,
  events: AnswerEvents,
  request: FakeRequest,
  connection: Connection,
): Promise<void> {
  switch (step.type) {
    case 'tokens':
      await playTokens(step, events, request, connection)
      return
    case 'event':
      connection.chunk(sseEvent(JSON.stringify(step.data)))
      return
    case 'call':
      connection.chunk(events.call(step.piece))
      return
    case 'error':
      connection.chunk(events.error(step.error))
      return
    case 'bytes':
      connection.chunk(step.bytes)
      return
    case 'wait':
      await pause(step.ms, connection.gone)
      return
    case 'hold':
      await Promise.race([request.continued, aborted(connection.gone)])
      return
    case 'silence':
      await aborted(connection.gone)
      return
    case 'finish':
      connection.chunk(events.finish(step.reason))
      return
    case 'usage':
      connection.chunk(
        events.usage({
          promptTokens: step.promptTokens ?? defaultPromptTokens,
          completionTokens: step.completionTokens ?? request.tokensSent,
          reasoningTokens: step.reasoningTokens ?? 0,
          cost: step.cost,
        }),
      )
      return
    case 'done':
      connection.chunk(events.done())
  }
}

async function playTokens(
  step: Extract<Step, { type: 'tokens' }>,
  events: AnswerEvents,
  request: FakeRequest,
  connection: Connection,
): Promise<void> {
  const { tokens, perSecond, field = 'content' } = step
  const send = (index: number) => {
    connection.chunk(events.token(field, tokens[index] ?? ''))
    request.recordToken()
  }
  if (perSecond !== undefined) {
    await paced(tokens.length, perSecond, connection.gone, send)
    return
  }
  for (let index = 0; index < tokens.length && !connection.gone.aborted;) {
    connection.hold()
    for (const end = Math.min(index + flatOutBatch, tokens.length); index < end; index++) send(index)
    connection.release()
    await connection.drained()
    // Lets the client's FIN be noticed even while the reader keeps up.
    if (index % (flatOutBatch * 16) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}
