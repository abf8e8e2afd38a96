import { jsonLinesAgentIds } from '../../../src/main/agents/agent-route.ts'
import {
  type AgentId,
  agentIds,
  type AgentPermission,
  type WorkspaceIsolation,
} from '../../../src/shared/agents/agents.ts'
import type { Random } from '../../../src/main/base/seeded-random.ts'
import { assertNever } from '../../../src/shared/invariant.ts'
import { between } from '../parts/moments.ts'

export type Route = 'acp' | 'json-lines'

/** The agents that support this route. */
export function agentsOf(route: Route): readonly [AgentId, ...AgentId[]] {
  return route === 'acp' ? agentIds : jsonLinesAgentIds
}

/** When a start is cancelled. */
export const cancelMoments = [
  'before the start',
  'during the start',
  'in mid-stream',
  'during a tool',
  'during an approval',
  'right at the end',
  'after its result',
] as const
export type CancelMoment = (typeof cancelMoments)[number]

/** One start of an agent: its prompt, and when it is cancelled. */
export interface AgentPlan {
  agentId: AgentId
  place: 'chat' | 'pane'
  moment: CancelMoment | 'never'
  /** The delay after that moment. */
  delayMs: number
  isSlowToStart: boolean
  permission: AgentPermission
  isolation: WorkspaceIsolation
  /** The prompt, in the command words of the fakes. */
  prompt: string
  /** The number of numbered tokens in its whole answer; null if it answers something else. */
  tokens: number | null
}

/** Command words that make an agent hard to end. */
const stubbornness = [
  ['ignore signals'],
  ['ignore SIGINT'],
  ['ignore cancel'],
  ['ignore cancel', 'ignore SIGTERM'],
  ['leave child own-session'],
  ['leave child own-session reparented'],
  ['leave child own-session reparented deaf'],
  ['leave child own-session reparented without-environment'],
  ['leave child own-session without-environment deaf'],
  ['leave child reparented without-environment holds-output'],
  ['leave child own-session reparented holds-output', 'ignore SIGINT'],
  ['flood stderr 512 kB'],
  ['flood stderr 256 kB', 'leave child holds-output deaf'],
] as const

/** Commands that never end. Each first creates this file to show that it has begun. */
export const begunFile = 'begun'
const commands = [
  'sleep 300',
  'setsid sleep 300 & sleep 300',
  '(setsid sleep 300 &) ; sleep 300',
  '(setsid env -i /bin/sleep 300 &) ; sleep 300',
  `trap "" INT TERM; while :; do sleep 0.2; done`,
  'while :; do echo a line of output; sleep 0.05; done',
] as const

function canAsk(agentId: AgentId, route: Route): boolean {
  return route === 'acp' || agentId === 'claude-code'
}

export function drawPlan(random: Random, route: Route, of: Pick<AgentPlan, 'agentId' | 'place'>): AgentPlan {
  const { agentId, place } = of
  const moment = drawMoment(random, route, agentId)
  const tokens = moment === 'never' ? 10 + random.below(60) : moment === 'right at the end' ? 8 : 150
  const tricks = random.below(2) === 0 ? stubbornness[random.below(stubbornness.length)] : undefined
  const writes = moment === 'during a tool' || moment === 'during an approval' || random.below(2) === 0
  return {
    agentId,
    place,
    moment,
    delayMs: between(random, 0, longestDelayMs[moment]),
    isSlowToStart: random.below(6) === 0,
    permission: writes ? 'workspace-write' : 'read-only',
    isolation: place === 'pane' && writes ? 'copy' : 'same',
    prompt: [...(tricks ?? []), ...wordsFor(random, moment, tokens)].join(' ;; '),
    tokens: ['during a tool', 'during an approval', 'after its result'].includes(moment) ? null : tokens,
  }
}

function drawMoment(random: Random, route: Route, agentId: AgentId): AgentPlan['moment'] {
  if (random.below(5) === 0) return 'never'
  const possible = cancelMoments.filter((moment) => moment !== 'during an approval' || canAsk(agentId, route))
  return possible[random.below(possible.length)] ?? 'in mid-stream'
}

const longestDelayMs: Record<AgentPlan['moment'], number> = {
  'before the start': 15,
  'during the start': 700,
  'in mid-stream': 1_200,
  'during a tool': 600,
  'during an approval': 400,
  'right at the end': 60,
  'after its result': 2_400,
  never: 0,
}

function wordsFor(random: Random, moment: AgentPlan['moment'], tokens: number): string[] {
  switch (moment) {
    case 'during a tool':
      return [`run echo $$ > ${begunFile}; ${commands[random.below(commands.length)] ?? 'sleep 300'}`]
    case 'during an approval':
      return ['say Let me see. ', 'ask run echo hi', 'say It said hi.']
    case 'after its result':
      return ['say Done. ', 'stay']
    case 'right at the end':
      return [`slow ${tokens} tokens at 15 ms`]
    case 'never':
      return [`slow ${tokens} tokens at 10 ms`]
    case 'before the start':
    case 'during the start':
    case 'in mid-stream':
      return [`slow ${tokens} tokens at 20 ms`]
    default:
      return assertNever(moment)
  }
}
