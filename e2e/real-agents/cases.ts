import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { AgentId } from '../../src/shared/agents/agents.ts'
import { type Message, messageText } from '../../src/shared/sessions/messages.ts'
import { markedProcesses } from './marked-processes.ts'
import type { Stage } from './stage.ts'

export type RouteName = 'acp' | 'json-lines'

/**
 * The outcome of a case. What an agent cannot do on a route, as measured in `agents.md`, is reported by name
 * and never counted as passed.
 */
export type Outcome =
  | { kind: 'ok'; note?: string }
  | { kind: 'failed'; why: string }
  | { kind: 'n/a'; why: string }

export interface Case {
  name: string
  play(stage: Stage, agent: AgentId, route: RouteName): Promise<Outcome>
}

/** How soon a process started by a tool must be visible. */
const toolSeenWithinMs = 20_000
/** How soon an agent must have asked its model. */
const startedWithinMs = 55_000
/** All processes of a stopped answer must be gone when the stop returns; this allows for the scan. */
const goneWithinMs = 1_000

const canAsk = (agent: AgentId, route: RouteName) => route === 'acp' || agent === 'claude-code'

export const cases: Case[] = [
  {
    name: 'answer',
    async play(stage, agent) {
      const answer = await stage.ask(await stage.newChat(agent, 'read-only'), '[[order: say hello there]]')
      return expectText(answer, 'hello there')
    },
  },
  {
    name: 'reasoning',
    async play(stage, agent, route) {
      const answer = await stage.ask(await stage.newChat(agent, 'read-only'), '[[order: think]]')
      const thought = answer.parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
      if (!thought.includes('about it')) return failed(`reasoned "${thought}" by ${route}`, answer)
      return expectText(answer, 'The answer is 42.')
    },
  },
  {
    name: 'instructions',
    async play(stage, agent) {
      const systemPrompt = 'Call yourself PERISCOPE-7.\nAdd nothing else.'
      const sessionId = await stage.newChat(agent, 'read-only', { systemPrompt })
      const request = stage.fake.requests.length
      const asked = stage.ask(sessionId, '[[order: slow]]')
      const bodies = () => JSON.stringify(stage.fake.requests.slice(request).map(({ body }) => body))
      const isInstructed = await seen(() => bodies().includes('Call yourself PERISCOPE-7.'), startedWithinMs)
      const visible = markedProcesses(stage.home).filter((line) => /PERISCOPE|order: slow/.test(line))
      await stage.stop(sessionId)
      const answer = await asked
      if (visible.length > 0) return failed(`every user sees ${visible.join('; ')}`, answer)
      return isInstructed ? { kind: 'ok' } : failed('its model did not get the instructions', answer)
    },
  },
  {
    name: 'tool call',
    async play(stage, agent) {
      const sessionId = await stage.newChat(agent, 'workspace-write')
      const answer = await stage.ask(sessionId, '[[order: run expr 40 + 2]]', { decide: 'once' })
      const results = answer.parts.filter((part) => part.type === 'tool-result')
      if (results.length !== 1) return failed(`${results.length} results`, answer)
      if (JSON.stringify(answer.parts.filter(({ type }) => type !== 'text')).includes('42'))
        return { kind: 'ok' }
      const isModelTold = JSON.stringify(stage.fake.requests.at(-1)?.body).includes('42')
      return agent === 'gemini-cli' && isModelTold
        ? { kind: 'ok', note: 'only its model gets the output of a command' }
        : failed('the output is not there', answer)
    },
  },
  {
    name: 'allow',
    play: (stage, agent, route) => permission(stage, agent, route, 'once'),
  },
  {
    name: 'deny',
    play: (stage, agent, route) => permission(stage, agent, route, 'deny'),
  },
  {
    name: 'stop in mid-stream',
    async play(stage, agent, route) {
      const sessionId = await stage.newChat(agent, 'read-only')
      const request = stage.fake.requests.length
      let isStopped: Promise<{ stopped: boolean; gone: boolean }> | null = null
      const hasDeltas = route === 'acp' || agent === 'claude-code'
      const asked = stage.ask(sessionId, '[[order: slow]]', {
        onSnapshot: ({ message }) => {
          if (messageText(message).includes('w3')) isStopped ??= stage.stop(sessionId)
        },
      })
      if (!hasDeltas) {
        await seen(() => stage.fake.requests.slice(request).some(({ tokensSent }) => tokensSent > 3))
        isStopped = stage.stop(sessionId)
      }
      const answer = await asked
      return expectStopped(stage, answer, await isStopped)
    },
  },
  {
    name: 'stop in mid-tool',
    async play(stage, agent) {
      const sessionId = await stage.newChat(agent, 'workspace-write')
      const running = () => markedProcesses(stage.home).some((line) => line.includes('sleep 987'))
      const asked = stage.ask(sessionId, '[[order: run perl -e "sleep 987" & perl -e "sleep 987"]]', {
        decide: 'once',
      })
      const isRead = await Promise.race([seen(running).then(() => true), asked.then(() => false)])
      if (!isRead) return failed('the tool never ran', await asked)
      const stopped = await stage.stop(sessionId)
      const outcome = await expectStopped(stage, await asked, stopped)
      if (outcome.kind !== 'ok') return outcome
      return expectText(
        await stage.ask(sessionId, '[[order: say still here]]', { decide: 'once' }),
        'still here',
      )
    },
  },
  {
    name: 'resume after a kill',
    async play(stage, agent) {
      const sessionId = await stage.newChat(agent, 'read-only')
      expectText(await stage.ask(sessionId, '[[order: say first]]'), 'first')
      await stage.killAndRestart()
      if (!(await seen(() => markedProcesses(stage.home).length === 0, 5_000))) {
        return { kind: 'failed', why: `left: ${markedProcesses(stage.home).join('; ')}` }
      }
      const answer = await stage.ask(sessionId, '[[order: count once]]')
      return expectText(answer, 'knows 2 orders')
    },
  },
  {
    name: '401',
    async play(stage, agent) {
      const answer = await stage.ask(await stage.newChat(agent, 'read-only'), '[[order: refuse 401]]')
      const error = answer.parts.find((part) => part.type === 'error')
      if (answer.status !== 'failed') return failed(`it ended as ${answer.status}`, answer)
      return error?.code === 'PROVIDER_AUTH' ? { kind: 'ok' } : failed(`it was ${error?.code}`, answer)
    },
  },
]

async function permission(
  stage: Stage,
  agent: AgentId,
  route: RouteName,
  decide: 'once' | 'deny',
): Promise<Outcome> {
  if (!canAsk(agent, route)) return { kind: 'n/a', why: 'this route cannot ask' }
  const folder = stage.newFolder()
  const sessionId = await stage.newChat(agent, 'workspace-write', { folder })
  let asked = 0
  const answer = await stage.ask(sessionId, `[[order: beyond perl -e 'open(F, ">made.txt")']]`, {
    decide,
    onSnapshot: ({ pending }) => {
      asked = Math.max(asked, pending.approvals.length)
    },
  })
  const isMade = existsSync(join(folder, 'made.txt'))
  if (asked === 0) return failed('it never asked', answer)
  if (isMade !== (decide === 'once')) {
    return failed(`after "${decide}" the command ${isMade ? 'ran' : 'did not run'}`, answer)
  }
  return { kind: 'ok' }
}

async function expectStopped(
  stage: Stage,
  answer: Message,
  stopped: { stopped: boolean; gone: boolean } | null,
): Promise<Outcome> {
  if (answer.status !== 'partial') return failed(`it was stored as ${answer.status}`, answer)
  if (stopped?.stopped !== true) return failed('the stop said that nothing was stopped', answer)
  if (!stopped.gone) return failed('the receipt does not say that it is gone', answer)
  await seen(() => markedProcesses(stage.home).length === 0, goneWithinMs)
  const left = markedProcesses(stage.home)
  return left.length === 0 ? { kind: 'ok' } : { kind: 'failed', why: `left: ${left.join('; ')}` }
}

function expectText(answer: Message, text: string): Outcome {
  const said = messageText(answer)
  if (answer.status !== 'complete') return failed(`it ended as ${answer.status}`, answer)
  return said.includes(text) ? { kind: 'ok' } : failed(`it said "${said}"`, answer)
}

function failed(why: string, answer: Message): Outcome {
  const error = answer.parts.find((part) => part.type === 'error')
  const seenParts = answer.parts.map(({ type }) => type).join(' ')
  return { kind: 'failed', why: `${why} (${seenParts}${error === undefined ? '' : `: ${error.message}`})` }
}

/** Returns whether the condition became true in time. */
async function seen(holds: () => boolean, withinMs = toolSeenWithinMs): Promise<boolean> {
  const untilMs = performance.now() + withinMs
  while (!holds()) {
    if (performance.now() > untilMs) return false
    await sleep(25)
  }
  return true
}
