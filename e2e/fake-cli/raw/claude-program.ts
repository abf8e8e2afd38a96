import { record } from '../parts/agent-home.ts'
import { begin } from '../parts/begin.ts'
import { endWithCode, forever } from '../parts/ending.ts'
import { onJsonLines, parseJsonLine, readAll, textAt } from '../parts/input.ts'
import { printLine } from '../parts/print.ts'
import { readRecording } from '../parts/recordings.ts'
import type { AgentSession } from '../parts/sessions.ts'
import { addMessage, countUserMessages, loadSession, newSession, saveSession } from '../parts/sessions.ts'
import { queue } from '../parts/queue.ts'
import { onSignals } from '../parts/signals.ts'
import { endCommands } from '../parts/tool-processes.ts'
import { Interrupted } from '../parts/wait.ts'
import { play, type Turn } from '../script/turn.ts'
import type { ToolUse } from '../script/voice.ts'
import { answerSteps } from '../script/words.ts'
import type { ClaudeCall } from './claude-call.ts'
import { claudePolicy, readClaudeCall } from './claude-call.ts'
import { readClaudeLine, type UserMessage } from './claude-lines.ts'
import type { ClaudeVoice } from './claude-voice.ts'
import { claudeVoice, TurnFailed } from './claude-voice.ts'
import { controlChannel } from './control-channel.ts'
import type { ControlChannel } from './control-channel.ts'
import { recordedId, replay } from './replay.ts'

/** A process of Claude Code. */
interface Claude {
  call: ClaudeCall
  session: AgentSession
  voice: ClaudeVoice
  control: ControlChannel
  allowed: Set<ToolUse['kind']>
  turn: AbortController | null
  isDeaf: boolean
  /** The last turn ended with an error from the model server. */
  hasFailed: boolean
}

/** Answers the prompt on standard input, or each message that arrives there as a line, and exits. */
export async function runClaude(): Promise<void> {
  const call = readClaudeCall(await begin('claude', '2.1.329 (Claude Code)'))
  const session = call.resumeId === null ? newSession('claude') : loadSession('claude', call.resumeId)
  if (session === null)
    return await replay(readRecording('claude', 'resume-unknown'), { sessionId: call.resumeId })
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
    // After SIGINT it prints its partial result, and reports success.
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

/** Answers one message after the other until the input ends. */
async function answerLines(claude: Claude, isInterrupted: () => boolean): Promise<void> {
  const messages = queue<UserMessage | null>()
  onJsonLines(
    (message) => {
      record({ type: 'message', program: 'claude', pid: process.pid, message })
      const line = readClaudeLine(message)
      if (line.type === 'user') messages.add(line.message)
      else if (line.type === 'control_response') claude.control.answered(line.answer)
      else interrupt(claude, line.requestId)
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

function interrupt(claude: Claude, requestId: string): void {
  claude.control.interrupted(requestId)
  if (claude.isDeaf) return
  const response = { subtype: 'success', request_id: requestId, response: { still_queued: [] } }
  printLine({ type: 'control_response', response })
  claude.turn?.abort()
}

async function answer(
  claude: Claude,
  message: UserMessage,
  nextMessage?: () => Promise<void>,
): Promise<void> {
  const { session, voice, call } = claude
  record({ type: 'prompt', program: 'claude', pid: process.pid, text: message.text })
  addMessage(session, 'user', message.text)
  const facts = { userMessages: countUserMessages(session), images: message.images }
  const steps = answerSteps(message.text, facts)
  if (typeof steps === 'string') return await playRecording(claude, steps, nextMessage)

  const stop = new AbortController()
  claude.turn = stop
  claude.hasFailed = false
  voice.begin(call.permissionMode)
  const turn: Turn = {
    voice,
    signal: stop.signal,
    cwd: process.cwd(),
    policy: (use) => claudePolicy(call, use),
    allowed: claude.allowed,
    reach: 'group',
    facts: {
      agent: 'claude',
      cwd: process.cwd(),
      mode: call.permissionMode,
      args: process.argv.slice(2),
      ...call,
      ...facts,
    },
    ignoreCancel: () => (claude.isDeaf = true),
    said: [],
  }
  try {
    await play(steps, turn)
  } catch (error) {
    if (!(error instanceof TurnFailed || error instanceof Interrupted)) throw error
    claude.hasFailed = error instanceof TurnFailed
    if (!claude.hasFailed) voice.interrupted()
  }
  if (!claude.hasFailed) {
    // The partial answer is stored if it was interrupted.
    addMessage(session, 'assistant', turn.said.join(''))
    voice.end()
    if (turn.stays === true && !stop.signal.aborted) await forever()
  }
  claude.turn = null
}

async function playRecording(
  { call, control, session }: Claude,
  name: string,
  nextMessage: (() => Promise<void>) | undefined,
): Promise<never> {
  const recording = readRecording('claude', name)
  if (call.resumeId === null) saveSession({ ...session, id: recordedId })
  let isTurnOver = false
  let askedId: string | null = null
  const rewrite = async (line: string): Promise<string> => {
    if (isTurnOver) await nextMessage?.()
    if (askedId !== null) await control.nextAnswer()
    isTurnOver = line.includes('"type":"result"')
    askedId = line.startsWith('{"type":"control_request"') ? textAt(parseJsonLine(line), 'request_id') : null
    if (askedId !== null) control.expectAnswer(askedId)
    if (!line.startsWith('{"type":"control_response"')) return line
    return line.replace('"r1"', JSON.stringify(await control.nextInterrupt()))
  }
  return await replay(recording, {
    sessionId: call.resumeId,
    ...(nextMessage === undefined ? {} : { rewrite, beforeEnd: nextMessage }),
  })
}
