import { isRecord, recordAt, textAt } from '../parts/input.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import { Interrupted, waitForAbort } from '../parts/wait.ts'
import { assertNever } from '../../../src/shared/invariant.ts'
import { type OddMessage, oddPicture, oddResource } from '../script/oddities.ts'
import {
  type Decision,
  type LateMoment,
  type Policy,
  type ToolUse,
  type ToolVoice,
  type Voice,
  pieces,
} from '../script/voice.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'
import { type Connection, RpcError } from './json-rpc.ts'

/** The turn that a voice speaks in. */
export interface AcpTurn {
  sessionId: string
  cwd: string
  signal: AbortSignal
  showsTerminals: boolean
  /** Numbers messages and tools across the whole process. */
  next: () => number
  /** Sends an update after the prompt was answered; by default at once. */
  sendLate: (update: Update, moment: LateMoment | undefined) => void
  /** The word for the end of the turn, if it is not the usual one. */
  endWord?: string
}

/** A voice that sends `session/update`. */
export function acpVoice(dialect: AcpDialect, connection: Connection, turn: AcpTurn): Voice {
  const update = (one: Update) =>
    connection.notify('session/update', { sessionId: turn.sessionId, update: one })
  let messageId = newMessageId(turn)
  const say = (kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string, meta: Update = {}) =>
    update({ ...dialect.message(kind, text, messageId), ...meta })

  const tool = (use: ToolUse, policy: Policy, meta: Update = {}): ToolVoice => {
    const id = dialect.tool.id(use, turn.next())
    const call: ToolCall = { id, use, cwd: turn.cwd, showsTerminals: turn.showsTerminals, meta }
    const tell = (updates: Update[]) => {
      for (const one of updates) update(withMeta({ toolCallId: id, ...one }, meta))
    }
    tell(dialect.tool.announced(call, policy))
    messageId = newMessageId(turn)
    let before = ''
    const innerMeta = { _meta: { claudeCode: { parentToolUseId: id } } }
    return {
      ask: (signal) => askUser(dialect, connection, turn, call, signal),
      started: () => tell(dialect.tool.started(call, policy === 'ask')),
      output: (soFar) => {
        tell(dialect.tool.output(call, soFar, before))
        before = soFar
      },
      done: (result) => tell(dialect.tool.done(call, result)),
      refused: (by) => tell(dialect.tool.refused(call, by)),
      interrupted: (wasRunning) => tell(dialect.tool.interrupted(call, wasRunning)),
      endsTurnWhenDenied: dialect.tool.endsTurnWhenDenied,
      inner:
        use.kind === 'agent' && dialect.agent === 'claude'
          ? {
              text: (piece) => say('agent_message_chunk', piece, innerMeta),
              tool: (innerUse, innerPolicy) => tool(innerUse, innerPolicy, innerMeta),
            }
          : null,
    }
  }

  return {
    text: (piece) => say('agent_message_chunk', piece),
    thought: (text) => {
      for (const piece of dialect.thinksInPieces ? pieces(text) : [text]) say('agent_thought_chunk', piece)
    },
    plan: (steps) =>
      update({
        sessionUpdate: 'plan',
        entries: steps.map(({ text, status }) => ({ content: text, priority: 'medium', status })),
      }),
    tool,
    odd: (message) => {
      for (const one of oddUpdates(message, `odd-${turn.next()}`)) update(one)
      if (message === 'unknown message') connection.notify('_fake/heartbeat', { beat: null })
    },
    endAs: (word) => (turn.endWord = word),
    lateText: (text, moment) =>
      turn.sendLate(dialect.message('agent_message_chunk', text, messageId), moment),
    fail: async (status) => {
      throw await dialect.serverError(status, turn.signal)
    },
    cut: () => Promise.reject(new RpcError(-32603, 'Internal error: stream disconnected before completion')),
  }
}

async function askUser(
  dialect: AcpDialect,
  connection: Connection,
  turn: AcpTurn,
  call: ToolCall,
  signal: AbortSignal,
): Promise<Decision> {
  const asked = connection.request('session/request_permission', {
    sessionId: turn.sessionId,
    toolCall: { ...dialect.tool.asked(call), toolCallId: call.id },
    options: dialect.options.map(({ optionId, name, kind }) => ({ optionId, name, kind })),
  })
  const answer = await Promise.race([asked, waitForAbort(signal)])
  const outcome = recordAt(answer, 'outcome')
  const kind = knownWord(textAt(outcome, 'outcome') ?? '', 'the answer to a question', [
    'selected',
    'cancelled',
  ])
  if (kind === 'cancelled') throw new Interrupted()
  const chosen = textAt(outcome, 'optionId') ?? ''
  const option = dialect.options.find(({ optionId }) => optionId === chosen)
  const ids = dialect.options.map(({ optionId }) => optionId)
  if (option === undefined) throw new UnknownWordError(chosen, 'the answer to a question', ids)
  return option.decision
}

function chunk(content: unknown, more: Update = {}): Update {
  return { sessionUpdate: 'agent_message_chunk', content, ...more }
}

function oddUpdates(message: OddMessage, id: string): Update[] {
  switch (message) {
    case 'unknown message':
      return []
    case 'unknown update':
      return [{ sessionUpdate: 'mood_update', mood: 'good' }]
    case 'unknown content':
      return [chunk({ type: 'hologram', frames: [] })]
    case 'unknown tool':
      return [
        {
          sessionUpdate: 'tool_call',
          toolCallId: id,
          title: null,
          kind: 'teleport',
          status: 'vaporising',
          rawInput: {},
        },
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: id,
          kind: 7,
          status: 'completed',
          content: null,
          rawOutput: 'beamed',
        },
      ]
    case 'extra fields':
      return [
        chunk(
          { type: 'text', text: 'odd', annotations: null, more: {} },
          { messageId: null, _meta: null, extra: [null] },
        ),
      ]
    case 'image':
      return [chunk({ type: 'image', data: oddPicture, mimeType: 'image/png' })]
    case 'resource':
      return [chunk({ type: 'resource', resource: oddResource })]
    default:
      return assertNever(message)
  }
}

function withMeta(update: Update, meta: Update): Update {
  const own = isRecord(update['_meta']) ? update['_meta'] : {}
  const more = isRecord(meta['_meta']) ? meta['_meta'] : {}
  const both = { ...own, ...more }
  return Object.keys(both).length === 0 ? update : { ...update, _meta: both }
}

function newMessageId(turn: AcpTurn): string {
  return `msg_${String(turn.next()).padStart(4, '0')}`
}
