import { isRecord, recordAt, textAt } from '../parts/input.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import { Interrupted, waitForAbort } from '../parts/wait.ts'
import { pieces } from '../script/pieces.ts'
import type { Decision, Policy, ToolUse, ToolVoice, Voice } from '../script/voice.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'
import type { Connection } from './json-rpc.ts'
import { RpcError } from './json-rpc.ts'

/** What a voice writes to. */
export interface AcpTurn {
  sessionId: string
  cwd: string
  signal: AbortSignal
  showsTerminals: boolean
  /** Numbers messages and tools across the whole process. */
  next: () => number
  /** Updates that are sent after the prompt was answered. */
  late: Update[]
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
    lateText: (text) => turn.late.push(dialect.message('agent_message_chunk', text, messageId)),
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

function withMeta(update: Update, meta: Update): Update {
  const own = isRecord(update['_meta']) ? update['_meta'] : {}
  const more = isRecord(meta['_meta']) ? meta['_meta'] : {}
  const both = { ...own, ...more }
  return Object.keys(both).length === 0 ? update : { ...update, _meta: both }
}

function newMessageId(turn: AcpTurn): string {
  return `msg_${String(turn.next()).padStart(4, '0')}`
}
