import { type AgentId, agentIds } from '../../../src/shared/agents/agents.ts'
import type { ComparisonId, SessionId } from '../../../src/shared/ids.ts'
import { messageText } from '../../../src/shared/sessions/messages.ts'
import type { Random } from '../../../src/main/base/seeded-random.ts'
import type { ParleyApi } from '../../../src/renderer/rpc/parley-api.ts'
import { type AgentPlan, agentsOf, drawPlan } from './agent-plans.ts'
import { askAgain, playAgent, type Played, type Seat } from './agent-play.ts'
import type { AgentStage } from './agent-stage.ts'
import { within } from '../parts/drill.ts'

/** For one start and its inspection, on a busy machine. */
const startLimitMs = 45_000
/** Gemini CLI may have to wait for the next minute before it continues a session. */
const nextAnswerLimitMs = 90_000

/** The users of one Parley, and the starts that they have played. */
export interface AgentUsers {
  readonly stage: AgentStage
  readonly client: ParleyApi
  readonly random: Random
  readonly played: Played[]
  readonly chats: SessionId[]
  readonly comparisons: ComparisonId[]
  /** Descriptions of everything that went wrong. */
  readonly breaches: string[]
}

export function agentUsers(stage: AgentStage, client: ParleyApi, random: Random): AgentUsers {
  return { stage, client, random, played: [], chats: [], comparisons: [], breaches: [] }
}

/** One user who starts and cancels agents in chats and comparisons until no starts are left. */
export async function startAndCancel(users: AgentUsers, left: { count: number }): Promise<void> {
  while (left.count > 0) {
    const isComparison = users.random.below(3) === 0
    left.count -= isComparison ? 2 : 1
    await (isComparison ? playComparison(users) : playChat(users))
  }
}

/** Checks that every agent of this route answers in a new chat. */
export async function askEveryAgent(users: AgentUsers, name: string): Promise<void> {
  const ask = async (agentId: AgentId) => {
    const seat = await newChatSeat(users, { agentId, permission: 'read-only', isSlowToStart: false })
    await askForAnswer(users, seat, `${name} to ${agentId}`)
  }
  await Promise.all(agentsOf(users.stage.route).map(ask))
}

/** Asks again in some of the sessions whose agent was cancelled, and returns how long each answer took. */
export function askCancelledAgain(
  users: AgentUsers,
  count: number,
  agents: readonly AgentId[] = agentIds,
): Promise<number[]> {
  const cancelled = users.played.filter(({ how, plan }) => how === 'stopped' && agents.includes(plan.agentId))
  return Promise.all(
    users.random
      .some(cancelled, count)
      .map(({ plan, seat }) =>
        askForAnswer(users, seat, `the request after ${plan.agentId} was cancelled ${plan.moment}`),
      ),
  )
}

/** Deletes all chats and comparisons, and with them the agents that wait there for the next question. */
export async function deleteAll({ client, chats, comparisons }: AgentUsers): Promise<void> {
  for (const sessionId of chats.splice(0)) await client.invoke('sessions.delete', { sessionId })
  for (const comparisonId of comparisons.splice(0)) await client.invoke('compare.delete', { comparisonId })
}

async function askForAnswer({ stage, client, breaches }: AgentUsers, seat: Seat, name: string) {
  const since = performance.now()
  const answer = await within(nextAnswerLimitMs, askAgain(client, seat, 'say Here I am.'), name)
  const isAnswered = answer?.status === 'complete' && messageText(answer).includes('Here I am.')
  if (!isAnswered) {
    breaches.push(`${stage.route}: ${name} got ${JSON.stringify(answer?.parts ?? null).slice(0, 300)}`)
  }
  return performance.now() - since
}

async function newChatSeat(
  { stage, client, chats }: AgentUsers,
  { agentId, permission, isSlowToStart }: Pick<AgentPlan, 'agentId' | 'permission' | 'isSlowToStart'>,
): Promise<Seat> {
  const folder = stage.takeFolder(isSlowToStart)
  const { session } = await client.invoke('sessions.create', {
    model: `${agentId}/default`,
    workspace: folder,
    permission,
  })
  chats.push(session.id)
  return { sessionId: session.id, paneId: null, folder }
}

async function playChat(users: AgentUsers): Promise<void> {
  const { random, stage } = users
  const plan = drawPlan(random, stage.route, { agentId: random.pick(agentsOf(stage.route)), place: 'chat' })
  await playOne(users, plan, await newChatSeat(users, plan))
}

/** Two agents side by side, each cancelled at a different moment or not at all. */
async function playComparison(users: AgentUsers): Promise<void> {
  const { stage, client, random, comparisons } = users
  const agents = agentsOf(stage.route)
  const plans = [random.pick(agents), random.pick(agents)].map((agentId) =>
    drawPlan(random, stage.route, { agentId, place: 'pane' }),
  )
  const folder = stage.takeFolder(plans.some(({ isSlowToStart }) => isSlowToStart))
  const { comparison } = await client.invoke('compare.create', {
    models: plans.map(({ agentId, permission, isolation }) => ({
      model: `${agentId}/default`,
      workspace: folder,
      permission,
      isolation,
    })),
  })
  comparisons.push(comparison.id)
  await Promise.all(
    comparison.panes.map(async ({ sessionId, paneId }, index) => {
      const plan = plans[index]
      if (plan !== undefined) await playOne(users, plan, { sessionId, paneId, folder })
    }),
  )
}

async function playOne(users: AgentUsers, plan: AgentPlan, seat: Seat): Promise<void> {
  const { stage, client, played, breaches } = users
  const name = `${stage.route} ${plan.agentId} in a ${plan.place}, ${plan.moment}, "${plan.prompt}"`
  try {
    const one = await within(startLimitMs, playAgent(stage, client, seat, plan), name)
    played.push(one)
    breaches.push(...one.breaches.map((breach) => `${name}: ${breach}`))
  } catch (error) {
    breaches.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
