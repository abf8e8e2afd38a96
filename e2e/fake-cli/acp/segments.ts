import type { FakeAgent } from '../parts/agent-home.ts'
import { recordAt, textAt } from '../parts/input.ts'
import { UnknownWordError } from '../parts/known-words.ts'
import { readAcpRecording } from '../parts/recordings.ts'
import { Interrupted, waitForAbort } from '../parts/wait.ts'
import type { AcpDialect } from './dialect.ts'
import type { Connection } from './json-rpc.ts'
import { RpcError } from './json-rpc.ts'

type Message = Record<string, unknown>

interface RecordedPrompt {
  messages: Message[]
  /** The recorded client cancelled it. */
  isCancelled: boolean
  answer: Message
}

/** The names of the recorded prompts, in order. */
const promptNames = [
  'text',
  'think',
  'write-allow',
  'write-reject',
  'write-cancel',
  'slow',
  'after-slow',
  'tool',
  'after-tool',
  'e401',
  'after-e401',
]

/** What the agent answered in its recorded session before the first prompt. */
export function recordedOpening(
  agent: FakeAgent,
): Pick<AcpDialect, 'initialized' | 'opened' | 'openingUpdates'> {
  const messages = readAcpRecording(agent)
  const opened = messages.findIndex(isOpened)
  const first = messages.slice(opened + 1).find(isOpening)
  return {
    initialized: recordAt(messages[0], 'result'),
    opened: recordAt(messages[opened], 'result'),
    openingUpdates: first === undefined ? [] : [recordAt(first['params'], 'update')],
  }
}

/** A prompt of the agent's recorded session. @throws UnknownWordError there is none of that name */
export function recordedPrompt({ agent, program }: AcpDialect, name: string): RecordedPrompt {
  const messages = readAcpRecording(agent)
  const rest = messages.slice(messages.findIndex(isOpened) + 1)
  const prompts = new Map(splitPrompts(rest.filter((message) => !isOpening(message))))
  const prompt = prompts.get(name)
  if (prompt === undefined)
    throw new UnknownWordError(name, `the recordings of ${program}`, [...prompts.keys()])
  return prompt
}

function isOpened(message: Message): boolean {
  return textAt(message['result'], 'sessionId') !== null
}

function isOpening(message: Message): boolean {
  const update = textAt(recordAt(message['params'], 'update'), 'sessionUpdate') ?? ''
  return ['available_commands_update', 'config_option_update'].includes(update)
}

/** @returns the result of the prompt; @throws RpcError, Interrupted */
export async function playSegment(
  segment: RecordedPrompt,
  session: { id: string; signal: AbortSignal },
  connection: Connection,
): Promise<Message> {
  const waitAt = segment.isCancelled ? firstEndOfTool(segment.messages) : -1
  for (const [index, message] of segment.messages.entries()) {
    if (index === waitAt) await untilCancelled(session.signal)
    const params = { ...recordAt(message, 'params'), sessionId: session.id }
    if (message['id'] === undefined) connection.send({ method: message['method'], params })
    else {
      const id = connection.nextId()
      const answer = connection.answerTo(id)
      connection.send({ id, method: message['method'], params })
      await answer
    }
  }
  if (waitAt === segment.messages.length) await untilCancelled(session.signal)
  const error = recordAt(segment.answer, 'error')
  if (typeof error['code'] === 'number') {
    throw new RpcError(error['code'], textAt(error, 'message') ?? '', error['data'])
  }
  return recordAt(segment.answer, 'result')
}

async function untilCancelled(signal: AbortSignal): Promise<void> {
  try {
    await waitForAbort(signal)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
  }
}

function splitPrompts(messages: readonly Message[]): [string, RecordedPrompt][] {
  const prompts: [string, RecordedPrompt][] = []
  let before: Message[] = []
  for (const message of messages) {
    const isAnswer = message['method'] === undefined
    const stopReason = textAt(message['result'], 'stopReason')
    if (!isAnswer) before.push(message)
    else if (stopReason !== null || message['error'] !== undefined) {
      const name = promptNames[prompts.length] ?? `prompt-${prompts.length}`
      const isCancelled = stopReason === 'cancelled' && name !== 'write-cancel'
      prompts.push([name, { messages: before, isCancelled, answer: message }])
      before = []
    }
  }
  return prompts
}

/** The index of the message that ends the cancelled tool; past the last one if there is none. */
function firstEndOfTool(messages: readonly Message[]): number {
  const at = messages.findIndex((message) =>
    ['failed', 'completed'].includes(textAt(recordAt(message['params'], 'update'), 'status') ?? ''),
  )
  return at === -1 ? messages.length : at
}
