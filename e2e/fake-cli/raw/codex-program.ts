import { record } from '../parts/agent-home.ts'
import { begin } from '../parts/begin.ts'
import { endBySignal, endWithCode, forever } from '../parts/ending.ts'
import { readAll } from '../parts/input.ts'
import { readRecording } from '../parts/recordings.ts'
import type { AgentSession } from '../parts/sessions.ts'
import { countUserMessages, loadSession, newSession, saveSession } from '../parts/sessions.ts'
import { ignoreSignals, onSignals } from '../parts/signals.ts'
import { endCommands } from '../parts/tool-processes.ts'
import { answerSteps } from '../script/chosen-script.ts'
import { keepText } from '../script/keep-text.ts'
import { play } from '../script/play.ts'
import type { CodexCall } from './codex-call.ts'
import { codexPolicy, readCodexCall } from './codex-call.ts'
import { codexVoice } from './codex-voice.ts'
import { replay } from './replay.ts'

const recordedId = '00000000-0000-4000-8000-000000000001'

/** Answers the prompt on standard input like `codex exec`, and exits. */
export async function runCodex(): Promise<never> {
  const call = readCodexCall(await begin('codex', 'codex-cli 0.169.0'))
  onSignals((signal) => {
    endCommands(call.sandbox === 'danger-full-access' ? 'child' : 'group')
    if (signal === 'SIGINT') process.exit(1)
    void endBySignal(signal)
  })
  const prompt = call.prompt ?? (await readAll())
  record({ type: 'prompt', program: 'codex', pid: process.pid, text: prompt })
  const session = call.resumeId === null ? newSession('codex') : loadSession('codex', call.resumeId)
  if (session === null) return await playRecording(call, 'resume-unknown', false)

  session.messages.push({ role: 'user', text: prompt })
  saveSession('codex', session)
  const facts = { userMessages: countUserMessages(session), images: call.images }
  const steps = answerSteps(prompt, null, facts)
  const [first] = steps
  if (first?.type === 'replay') {
    if (call.resumeId === null) saveSession('codex', { ...session, id: recordedId })
    return await playRecording(call, first.name, first.isRealTime)
  }
  const turnEnd = await playTurn(call, session, steps)
  return await (turnEnd === 'stay' ? forever() : endWithCode(0))
}

async function playTurn(
  call: CodexCall,
  session: AgentSession,
  steps: Parameters<typeof play>[0],
): ReturnType<typeof play> {
  const voice = codexVoice(session.id)
  const { keeping, said } = keepText(voice)
  process.stderr.write(readRecording('codex', 'text').meta.stderr ?? '')
  voice.begin()
  const turnEnd = await play(steps, {
    voice: keeping,
    signal: new AbortController().signal,
    cwd: process.cwd(),
    policy: (use) => codexPolicy(call, use),
    allowed: new Set(),
    reach: 'none',
    facts: { agent: 'codex', cwd: process.cwd(), args: process.argv.slice(2), ...call },
    ignoreCancel: () => ignoreSignals(['SIGINT']),
  })
  session.messages.push({ role: 'assistant', text: said() })
  saveSession('codex', session)
  voice.end()
  return turnEnd
}

async function playRecording(call: CodexCall, name: string, isRealTime: boolean): Promise<never> {
  return await replay(readRecording('codex', name), { sessionId: call.resumeId, isRealTime })
}
