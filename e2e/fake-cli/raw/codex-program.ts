import { record } from '../parts/agent-home.ts'
import { begin } from '../parts/begin.ts'
import { endBySignal, endWithCode, forever } from '../parts/ending.ts'
import { readAll } from '../parts/input.ts'
import { readRecording } from '../parts/recordings.ts'
import { addMessage, countUserMessages, loadSession, newSession, saveSession } from '../parts/sessions.ts'
import { ignoreSignals, onSignals } from '../parts/signals.ts'
import { endCommands } from '../parts/tool-processes.ts'
import { play, type Turn } from '../script/turn.ts'
import { answerSteps } from '../script/words.ts'
import { codexPolicy, readCodexCall } from './codex-call.ts'
import { codexVoice } from './codex-voice.ts'
import { recordedId, replay } from './replay.ts'

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
  const replayCase = (name: string) => replay(readRecording('codex', name), { sessionId: call.resumeId })
  const session = call.resumeId === null ? newSession('codex') : loadSession('codex', call.resumeId)
  if (session === null) return await replayCase('resume-unknown')

  addMessage(session, 'user', prompt)
  const steps = answerSteps(prompt, { userMessages: countUserMessages(session), images: call.images })
  if (typeof steps === 'string') {
    if (call.resumeId === null) saveSession({ ...session, id: recordedId })
    return await replayCase(steps)
  }
  const voice = codexVoice(session.id)
  process.stderr.write(readRecording('codex', 'text').meta.stderr ?? '')
  voice.begin()
  const turn: Turn = {
    voice,
    signal: new AbortController().signal,
    cwd: process.cwd(),
    policy: (use) => codexPolicy(call, use),
    allowed: new Set(),
    reach: 'none',
    facts: { agent: 'codex', cwd: process.cwd(), args: process.argv.slice(2), ...call },
    ignoreCancel: () => ignoreSignals(['SIGINT']),
    said: [],
  }
  await play(steps, turn)
  addMessage(session, 'assistant', turn.said.join(''))
  voice.end()
  return await (turn.stays === true ? forever() : endWithCode(0))
}
