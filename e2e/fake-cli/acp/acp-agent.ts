import { record, recordRefusal } from '../parts/agent-home.ts'
import { endBySignal, endWithCode, forever } from '../parts/ending.ts'
import { isRecord, recordAt, textAt } from '../parts/input.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import type { AgentSession } from '../parts/sessions.ts'
import { addMessage, countUserMessages, loadSession, newSession } from '../parts/sessions.ts'
import { onSignals } from '../parts/signals.ts'
import { endCommands } from '../parts/tool-processes.ts'
import { Interrupted } from '../parts/wait.ts'
import { play, type Turn } from '../script/turn.ts'
import type { ToolUse } from '../script/voice.ts'
import { answerSteps } from '../script/words.ts'
import type { AcpTurn } from './acp-voice.ts'
import { acpVoice } from './acp-voice.ts'
import type { AcpDialect, Update } from './dialect.ts'
import type { Connection } from './json-rpc.ts'
import { offeredValues, readCancel, readPrompt } from './incoming.ts'
import { connect, RpcError } from './json-rpc.ts'
import { playSegment, recordedPrompt } from './segments.ts'

/** Longer than Parley waits for the last updates of an answer. */
const idleMs = 700

/** An open session of this process. */
interface OpenSession {
  kept: AgentSession
  mode: string
  model: string | null
  cwd: string
  /** The parameters that it was opened with. */
  params: Record<string, unknown>
  /** Updates of earlier answers that are sent when the next question has arrived. */
  overdue: Update[]
  allowed: Set<ToolUse['kind']>
  turn: AbortController | null
  isDeaf: boolean
}

const requests = [
  'initialize',
  'session/new',
  'session/load',
  'session/resume',
  'session/set_mode',
  'session/set_config_option',
  'session/prompt',
]

/** Speaks ACP over standard input and output until the input ends. */
export function runAcpAgent(dialect: AcpDialect): void {
  const sessions = new Map<string, OpenSession>()
  let showsTerminals = false
  let count = 0
  const end = () => {
    endCommands(dialect.reachOfEnd)
    void endWithCode(0)
  }
  onSignals((signal) => {
    endCommands(dialect.reachOfEnd)
    void endBySignal(signal)
  })

  const connection = connect({
    onMessage: (message) => record({ type: 'message', program: dialect.program, pid: process.pid, message }),
    onEnd: end,
    onFailure: (error) => recordRefusal(dialect.program, error),
    onNotification: (method, params) => {
      const session = readCancel(method, params, sessions)
      if (!session.isDeaf) session.turn?.abort()
    },
    onRequest: async (method, params, answered) => {
      switch (method) {
        case 'initialize':
          showsTerminals =
            recordAt(recordAt(params, 'clientCapabilities'), '_meta')['terminal_output'] === true
          return dialect.initialized
        case 'session/new': {
          const session = open(dialect, newSession(dialect.agent), params)
          sessions.set(session.kept.id, session)
          void answered().then(() => sendUpdates(connection, session, dialect.openingUpdates))
          return { sessionId: session.kept.id, ...openedWith(dialect, session) }
        }
        case 'session/load':
        case 'session/resume': {
          const kept = loadSession(dialect.agent, textAt(params, 'sessionId') ?? '')
          if (kept === null) throw dialect.unknownSession(String(params['sessionId']))
          const session = open(dialect, kept, params)
          sessions.set(kept.id, session)
          const history = method === 'session/load' ? historyOf(session) : []
          if (!dialect.sendsHistoryLate) sendUpdates(connection, session, history)
          void answered().then(() =>
            sendUpdates(connection, session, [
              ...(dialect.sendsHistoryLate ? history : []),
              ...dialect.openingUpdates,
            ]),
          )
          return openedWith(dialect, session)
        }
        case 'session/set_mode': {
          const session = sessionOf(sessions, params)
          setMode(dialect, session, String(params['modeId']))
          return {}
        }
        case 'session/set_config_option': {
          const session = sessionOf(sessions, params)
          const option = knownWord(String(params['configId']), 'set_config_option', ['mode', 'model'])
          const value = String(params['value'])
          if (option === 'mode') setMode(dialect, session, value)
          else session.model = knownWord(value, 'the models', offeredValues(dialect.opened, 'model') ?? [])
          return { configOptions: configOptions(dialect, session) }
        }
        case 'session/prompt': {
          const session = sessionOf(sessions, params)
          const [late, idle]: [Update[], Update[]] = [[], []]
          const overdue = session.overdue.splice(0)
          const sendLate: AcpTurn['sendLate'] = (update, moment) =>
            void (moment === undefined ? late : moment === 'idle' ? idle : session.overdue).push(update)
          void answered().then(() =>
            sendUpdates(connection, session, [...late, ...dialect.afterwards(session.kept)]),
          )
          void answered().then(() => setTimeout(() => sendUpdates(connection, session, idle), idleMs).unref())
          sendUpdates(connection, session, overdue)
          const next = () => (count += 1)
          return await answerPrompt(dialect, connection, session, params, { showsTerminals, sendLate, next })
        }
        default:
          throw new UnknownWordError(method, 'the requests to an agent', requests)
      }
    },
  })
}

async function answerPrompt(
  dialect: AcpDialect,
  connection: Connection,
  session: OpenSession,
  params: Record<string, unknown>,
  more: Pick<AcpTurn, 'showsTerminals' | 'sendLate' | 'next'>,
): Promise<unknown> {
  const { text, question, images } = readPrompt(params['prompt'])
  record({ type: 'prompt', program: dialect.program, pid: process.pid, text })
  addMessage(session.kept, 'user', text)
  const stop = new AbortController()
  session.turn?.abort()
  session.turn = stop
  const { signal } = stop
  try {
    const steps = answerSteps(question, { userMessages: countUserMessages(session.kept), images })
    if (typeof steps === 'string')
      return await playSegment(recordedPrompt(dialect, steps), { id: session.kept.id, signal }, connection)
    const acpTurn: AcpTurn = { sessionId: session.kept.id, cwd: session.cwd, signal, ...more }
    if (dialect.preface !== null) {
      const preface = dialect.message('agent_message_chunk', dialect.preface, '')
      delete preface['messageId']
      sendUpdates(connection, session, [preface])
    }
    const turn: Turn = {
      voice: acpVoice(dialect, connection, acpTurn),
      signal,
      cwd: session.cwd,
      policy: (use) => dialect.policy(session.mode, use, session.params),
      allowed: session.allowed,
      reach: dialect.reachOfCancel,
      facts: {
        agent: dialect.program,
        cwd: session.cwd,
        mode: session.mode,
        model: session.model,
        images,
        meta: session.params['_meta'] ?? null,
        args: process.argv.slice(2),
      },
      ignoreCancel: () => (session.isDeaf = true),
      said: [],
    }
    await play(steps, turn)
    if (turn.stays === true) onStay()
    addMessage(session.kept, 'assistant', turn.said.join(''))
    return {
      ...dialect.answer('end_turn'),
      ...(acpTurn.endWord === undefined ? {} : { stopReason: acpTurn.endWord }),
    }
  } catch (error) {
    if (error instanceof Interrupted) return dialect.answer('cancelled')
    throw error
  } finally {
    if (session.turn === stop) session.turn = null
  }
}

/** From now on the end of standard input no longer ends the process. */
function onStay(): void {
  process.stdin.removeAllListeners('end')
  void forever()
}

function open(dialect: AcpDialect, kept: AgentSession, params: Record<string, unknown>): OpenSession {
  return {
    kept,
    mode: knownWord(dialect.startMode(params), 'the modes of a session', dialect.modes),
    model: null,
    cwd: textAt(params, 'cwd') ?? process.cwd(),
    params,
    allowed: new Set(),
    turn: null,
    isDeaf: false,
    overdue: [],
  }
}

function openedWith(dialect: AcpDialect, session: OpenSession): Record<string, unknown> {
  const { sessionId: _recorded, ...opened } = dialect.opened
  const modes = recordAt(opened, 'modes')
  return {
    ...opened,
    ...(Object.keys(modes).length === 0 ? {} : { modes: { ...modes, currentModeId: session.mode } }),
  }
}

function configOptions(dialect: AcpDialect, session: OpenSession): unknown[] {
  const options = dialect.opened['configOptions']
  if (!Array.isArray(options)) return []
  return options.filter(isRecord).map((option) => {
    if (option['id'] === 'mode') return { ...option, currentValue: session.mode }
    if (option['id'] === 'model' && session.model !== null) return { ...option, currentValue: session.model }
    return option
  })
}

function setMode(dialect: AcpDialect, session: OpenSession, mode: string): void {
  session.mode = knownWord(mode, 'the modes of a session', dialect.modes)
}

function sessionOf(sessions: Map<string, OpenSession>, params: Record<string, unknown>): OpenSession {
  const session = sessions.get(String(params['sessionId']))
  if (session === undefined) throw new RpcError(-32602, `Session not found: ${String(params['sessionId'])}`)
  return session
}

function historyOf(session: OpenSession): Update[] {
  return session.kept.messages.map(({ role, text }) => ({
    sessionUpdate: role === 'user' ? 'user_message_chunk' : 'agent_message_chunk',
    content: { type: 'text', text },
  }))
}

function sendUpdates(connection: Connection, session: OpenSession, updates: readonly Update[]): void {
  for (const update of updates) connection.notify('session/update', { sessionId: session.kept.id, update })
}
