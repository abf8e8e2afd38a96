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
import type { RawAgent, RawCall } from './raw-agent.ts'
import { replay } from './replay.ts'

/** Answers the prompt on standard input as the agent does, and ends. Never returns. */
export async function runOneTurn(agent: RawAgent): Promise<never> {
  const call = agent.read(await begin(agent.agent, agent.version))
  onSignals((signal) => {
    endCommands(agent.reachOfEnd(call))
    const way = agent.endsBy(signal)
    if (way === 'signal') void endBySignal(signal)
    else process.exit(way)
  })
  const prompt = call.prompt ?? (await readAll())
  record({ type: 'prompt', program: agent.agent, pid: process.pid, text: prompt })
  const session = call.resumeId === null ? newSession(agent.agent) : loadSession(agent.agent, call.resumeId)
  if (session === null) return await playRecording(agent, call, 'resume-unknown', false)

  session.messages.push({ role: 'user', text: prompt })
  saveSession(agent.agent, session)
  const images = call.images(prompt)
  const steps = answerSteps(prompt, null, { userMessages: countUserMessages(session), images })
  const [first] = steps
  if (first?.type === 'replay') {
    if (call.resumeId === null) saveSession(agent.agent, { ...session, id: recordedId(agent) })
    return await playRecording(agent, call, first.name, first.isRealTime)
  }
  const turnEnd = await playTurn(agent, call, { prompt, session, images, steps })
  return await (turnEnd === 'stay' ? forever() : endWithCode(0))
}

async function playTurn(
  agent: RawAgent,
  call: RawCall,
  turn: { prompt: string; session: AgentSession; images: string[]; steps: Parameters<typeof play>[0] },
): ReturnType<typeof play> {
  const { session, prompt, images, steps } = turn
  const voice = agent.voice(session, call)
  const { keeping, said } = keepText(voice)
  process.stderr.write(readRecording(agent.agent, 'text')?.meta.stderr ?? '')
  voice.begin(prompt)
  const turnEnd = await play(steps, {
    voice: keeping,
    signal: new AbortController().signal,
    cwd: process.cwd(),
    policy: call.policy,
    allowed: new Set(),
    reach: 'none',
    facts: {
      agent: agent.agent,
      cwd: process.cwd(),
      model: call.model,
      images,
      args: process.argv.slice(2),
      ...call.facts,
    },
    ignoreCancel: () => ignoreSignals(['SIGINT']),
  })
  session.messages.push({ role: 'assistant', text: said() })
  saveSession(agent.agent, session)
  voice.end()
  return turnEnd
}

async function playRecording(
  agent: RawAgent,
  call: RawCall,
  name: string,
  isRealTime: boolean,
): Promise<never> {
  const recording = readRecording(agent.agent, name)
  if (recording === null) throw new Error(`nothing was recorded as ${name}`)
  return await replay(recording, { sessionId: call.resumeId, isRealTime })
}

function recordedId({ agent }: RawAgent): string {
  return agent === 'opencode' ? 'ses_0001' : '00000000-0000-4000-8000-000000000001'
}
