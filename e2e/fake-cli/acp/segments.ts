import type { FakeAgent } from '../parts/agent-home.ts'
import { recordAt, textAt } from '../parts/input.ts'
import { readAcpRecording } from '../parts/recordings.ts'
import { Interrupted, waitForAbort } from '../parts/wait.ts'
import type { Connection } from './json-rpc.ts'
import { RpcError } from './json-rpc.ts'

type Message = Record<string, unknown>

/** A recorded ACP session: its opening, and the messages after each of its prompts. */
export interface AcpRecording {
  initialized: Message
  opened: Message
  /** Updates that followed the opening without a request. */
  openingUpdates: Message[]
  prompts: Map<string, RecordedPrompt>
}

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

/** @returns null for an agent that was not recorded */
export function readSession(agent: FakeAgent): AcpRecording | null {
  const lines = readAcpRecording(agent)
  if (lines === null) return null
  const messages = lines.map((line) => JSON.parse(line) as Message)
  const opened = messages.findIndex((message) => textAt(message['result'], 'sessionId') !== null)
  const rest = messages.slice(opened + 1)
  return {
    initialized: recordAt(messages[0], 'result'),
    opened: recordAt(messages[opened], 'result'),
    openingUpdates: rest
      .filter(isOpening)
      .slice(0, 1)
      .map((message) => recordAt(message['params'], 'update')),
    prompts: new Map(splitPrompts(rest.filter((message) => !isOpening(message)))),
  }
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
