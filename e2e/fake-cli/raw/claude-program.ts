import { record } from '../parts/agent-home.ts'
import { begin } from '../parts/begin.ts'
import { endWithCode, forever } from '../parts/ending.ts'
import { isRecord, onJsonLines, readAll, recordAt, textAt } from '../parts/input.ts'
import { knownWord } from '../parts/known-words.ts'
import { printLine } from '../parts/print.ts'
import { readRecording } from '../parts/recordings.ts'
import type { AgentSession } from '../parts/sessions.ts'
import { countUserMessages, loadSession, newSession, saveSession } from '../parts/sessions.ts'
import { queue } from '../parts/queue.ts'
import { onSignals } from '../parts/signals.ts'
import { readSwitches } from '../parts/switches.ts'
import { endCommands } from '../parts/tool-processes.ts'
import { Interrupted } from '../parts/wait.ts'
import { answerSteps } from '../script/chosen-script.ts'
import { keepText } from '../script/keep-text.ts'
import { play } from '../script/play.ts'
import type { ToolUse } from '../script/voice.ts'
import type { ClaudeCall } from './claude-call.ts'
import { claudeModes, claudePolicy, readClaudeCall } from './claude-call.ts'
import type { ClaudeVoice } from './claude-voice.ts'
import { claudeVoice, TurnFailed } from './claude-voice.ts'
import { controlChannel } from './control-channel.ts'
import type { ControlChannel } from './control-channel.ts'
import { replay } from './replay.ts'

const recordedId = '00000000-0000-4000-8000-000000000001'

/** A process of Claude Code. */
interface Claude {
  call: ClaudeCall
  session: AgentSession
  voice: ClaudeVoice
  control: ControlChannel
  mode: string
  allowed: Set<ToolUse['kind']>
  turn: AbortController | null
  isDeaf: boolean
  /** The last turn ended with an error of the model server. */
  hasFailed: boolean
}

interface UserMessage {
  text: string
  images: string[]
}

/** Answers the prompt on standard input, or each message that comes there as a line, and ends. */
export async function runClaude(): Promise<void> {
  const call = readClaudeCall(await begin('claude', '2.1.329 (Claude Code)'))
  refuseRoot(call)
  const session =
    call.resumeId === null
      ? newSession('claude', call.newId ?? undefined)
      : loadSession('claude', call.resumeId)
  if (session === null) return await endUnknown(call)
  const control = controlChannel()
  const voice = claudeVoice({
    sessionId: session.id,
    call,
    askUser: (request, signal) => control.ask(request, signal),
  })
  const claude: Claude = {
    call,
    session,
    voice,
    control,
    mode: call.permissionMode,
    allowed: new Set(),
    turn: null,
    isDeaf: false,
    hasFailed: false,
  }
  let isInterrupted = false
  onSignals((signal) => {
    if (signal === 'SIGTERM') {
      endCommands('group')
      process.exit(143)
    }
    // Asked to stop it says how far it came, and that is a success.
    isInterrupted = true
    if (claude.turn === null) process.exit(0)
    claude.turn.abort()
  })
  if (call.takesLines) {
    await answerLines(claude, () => isInterrupted)
    return
  }
  const prompt = call.prompt ?? (await readAll())
  await answer(claude, { text: prompt, images: [] })
  await endWithCode(claude.hasFailed ? 1 : 0)
}

/** One after the other, until there are no more. */
async function answerLines(claude: Claude, isInterrupted: () => boolean): Promise<void> {
  const messages = queue<UserMessage | null>()
  onJsonLines(
    (message) => {
      record({ type: 'message', program: 'claude', pid: process.pid, message })
      if (message['type'] === 'user') messages.add(readUserMessage(message))
      else if (message['type'] === 'control_response') claude.control.answered(message)
      else if (message['type'] === 'control_request') answerControl(claude, message)
    },
    () => {
      claude.control.closed()
      messages.add(null)
    },
  )
  for (let message = await messages.next(); message !== null; message = await messages.next()) {
    await answer(claude, message, async () => {
      await messages.next()
    })
    if (isInterrupted()) break
  }
  await endWithCode(claude.hasFailed ? 1 : 0)
}

function answerControl(claude: Claude, message: Record<string, unknown>): void {
  const request = recordAt(message, 'request')
  const requestId = textAt(message, 'request_id')
  const succeed = (response: unknown) =>
    printLine({
      type: 'control_response',
      response: { subtype: 'success', request_id: requestId, response },
    })
  switch (request['subtype']) {
    case 'initialize':
      succeed({
        commands: [],
        output_style: 'default',
        available_output_styles: ['default'],
        models: [],
        account: {},
      })
      break
    case 'interrupt':
      claude.control.interrupted(requestId)
      if (claude.isDeaf) break
      succeed({ still_queued: [] })
      claude.turn?.abort()
      break
    case 'set_permission_mode':
      claude.mode = knownWord(textAt(request, 'mode') ?? '', 'set_permission_mode', claudeModes)
      succeed({ mode: claude.mode })
      break
    case 'set_model':
      succeed({})
      break
    default:
      printLine({
        type: 'control_response',
        response: {
          subtype: 'error',
          request_id: requestId,
          error: `Unsupported control request subtype: ${String(request['subtype'])}`,
        },
      })
  }
}

async function answer(
  claude: Claude,
  message: UserMessage,
  nextMessage?: () => Promise<void>,
): Promise<void> {
  const { session, voice, call } = claude
  record({ type: 'prompt', program: 'claude', pid: process.pid, text: message.text })
  session.messages.push({ role: 'user', text: message.text })
  saveSession('claude', session)
  const facts = { userMessages: countUserMessages(session), images: message.images }
  const steps = answerSteps(message.text, null, facts)
  const [first] = steps
  if (first?.type === 'replay') return await playRecording(claude, first.name, first.isRealTime, nextMessage)

  const stop = new AbortController()
  claude.turn = stop
  claude.hasFailed = false
  voice.begin(claude.mode)
  const { keeping, said } = keepText(voice)
  try {
    const turnEnd = await play(steps, {
      voice: keeping,
      signal: stop.signal,
      cwd: process.cwd(),
      policy: (use) => claudePolicy(call, claude.mode, use),
      allowed: claude.allowed,
      reach: 'group',
      facts: {
        agent: 'claude',
        cwd: process.cwd(),
        mode: claude.mode,
        args: process.argv.slice(2),
        ...call,
        ...facts,
      },
      ignoreCancel: () => (claude.isDeaf = true),
    })
    keep(session, said())
    voice.end()
    if (turnEnd === 'stay') await forever()
  } catch (error) {
    claude.hasFailed = error instanceof TurnFailed
    if (claude.hasFailed) return
    if (!(error instanceof Interrupted)) throw error
    voice.interrupted()
    // What was said so far is kept, when it was asked to stop.
    keep(session, said())
    voice.end()
  } finally {
    claude.turn = null
  }
}

async function playRecording(
  { call, control, session }: Claude,
  name: string,
  isRealTime: boolean,
  nextMessage: (() => Promise<void>) | undefined,
): Promise<never> {
  const recording = readRecording('claude', name)
  if (call.resumeId === null && call.newId === null) saveSession('claude', { ...session, id: recordedId })
  let isTurnOver = false
  let isAsked = false
  const rewrite = async (line: string): Promise<string> => {
    if (isTurnOver) await nextMessage?.()
    if (isAsked) await control.nextAnswer()
    isTurnOver = line.includes('"type":"result"')
    isAsked = line.startsWith('{"type":"control_request"')
    if (!line.startsWith('{"type":"control_response"')) return line
    return line.replace('"r1"', JSON.stringify(await control.nextInterrupt()))
  }
  return await replay(recording, {
    sessionId: call.resumeId ?? call.newId,
    isRealTime,
    ...(nextMessage === undefined ? {} : { rewrite, beforeEnd: nextMessage }),
  })
}

async function endUnknown(call: ClaudeCall): Promise<void> {
  const recording = readRecording('claude', 'resume-unknown')
  await replay(recording, { sessionId: call.resumeId, isRealTime: false })
}

/** As root the real one does not work without permissions; a test that is to see that says so. */
function refuseRoot(call: ClaudeCall): void {
  if (!readSwitches(process.env).refusesRoot || call.permissionMode !== 'bypassPermissions') return
  process.stderr.write(
    '--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons\n',
  )
  process.exit(1)
}

function keep(session: AgentSession, text: string): void {
  session.messages.push({ role: 'assistant', text })
  saveSession('claude', session)
}

function readUserMessage(message: Record<string, unknown>): UserMessage {
  const content = recordAt(message, 'message')['content']
  if (typeof content === 'string') return { text: content, images: [] }
  const blocks = Array.isArray(content) ? content.filter(isRecord) : []
  return {
    text: blocks.flatMap((block) => textAt(block, 'text') ?? []).join('\n'),
    images: blocks.flatMap((block) =>
      block['type'] === 'image' ? (textAt(recordAt(block, 'source'), 'media_type') ?? []) : [],
    ),
  }
}
