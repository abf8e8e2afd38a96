import type { RunId } from '../../../src/shared/ids.ts'
import { messageText } from '../../../src/shared/sessions/messages.ts'
import { preciseNow } from '../../fake-provider/fake-request.ts'
import { inMs, median } from '../../helpers/figures.ts'
import type { Host } from '../../helpers/processes/host.ts'
import { formatTable } from '../../helpers/table.ts'
import type { WireClient } from '../../helpers/wire-client.ts'
import { type AgentPlan, agentsOf, drawPlan, type Route } from './agent-plans.ts'
import { askAgain, type Seat } from './agent-play.ts'
import { AgentStage } from './agent-stage.ts'
import { processesOf } from './agent-traces.ts'
import { type Drill, within } from '../parts/drill.ts'
import { between, until } from '../parts/moments.ts'
import { RunFollower } from '../parts/run-follower.ts'
import { storedMessages } from '../parts/stage.ts'

/** How soon after Parley is killed its agents must be gone. */
const bareWithinMs = 5_000
const agentsPerRound = 5
const nextAnswerLimitMs = 90_000

/** Target of a kill: Parley alone, or its whole process group. */
type Victim = 'Parley' | 'its whole group'

interface Killed {
  route: Route
  victim: Victim
  runs: number
  /** Agent processes that were alive at the kill. */
  alive: number
  bareAfterMs: number | null
  partials: number
}

interface CutRun {
  plan: AgentPlan
  seat: Seat
  runId: RunId
}

/** Kills Parley while agents work, `rounds` times for each victim, and restarts it on the same data each time. */
export async function killWhileAgentsWork(drill: Drill, rounds: number): Promise<Killed[]> {
  const killed: Killed[] = []
  const stages = (['acp', 'json-lines'] as const).map((route) => {
    const stage = new AgentStage(route, rounds * 2 * agentsPerRound)
    drill.onOver(() => stage[Symbol.dispose]())
    return stage
  })
  const hosts = await Promise.all(stages.map((stage) => stage.startHost(drill)))
  for (let round = 0; round < rounds * 2; round += 1) {
    const victim: Victim = round < rounds ? 'Parley' : 'its whole group'
    const at = round % stages.length
    const [stage, host] = [stages[at], hosts[at]]
    if (stage === undefined || host === undefined) continue
    const name = `kill ${round} of ${victim}, ${stage.route}`
    const { runs, ...seen } = await within(60_000, workAndKill(drill, stage, host, victim), name)
    if (seen.bareAfterMs === null) {
      drill.check(false, () => `${name}: left after 5 s: ${JSON.stringify(stage.traces())}`)
      await stage.msUntilBare(20_000)
    }
    const next = await stage.startHost(drill)
    hosts[at] = next
    const client = await next.connect()
    const partials = await inspect(drill, client, runs, name)
    await within(nextAnswerLimitMs, answerAgain(drill, client, runs, name), `${name}: the next request`)
    await client.close()
    killed.push({ route: stage.route, victim, runs: runs.length, partials, ...seen })
  }
  for (const host of hosts) await host.stop()
  for (const stage of stages) {
    const isBare = (await stage.msUntilBare(bareWithinMs)) !== null
    drill.check(isBare, () => `${stage.route}: left at the end: ${JSON.stringify(stage.traces())}`)
  }
  return killed
}

async function workAndKill(
  drill: Drill,
  stage: AgentStage,
  host: Host,
  victim: Victim,
): Promise<Pick<Killed, 'alive' | 'bareAfterMs'> & { runs: CutRun[] }> {
  const client = await host.connect()
  const runs = await Promise.all(
    Array.from({ length: agentsPerRound }, (_, index) => {
      const agents = agentsOf(stage.route)
      const agentId = agents[(index + drill.random.below(2)) % agents.length] ?? 'claude-code'
      return startAgent(client, stage, drawPlan(drill.random, stage.route, { agentId, place: 'chat' }))
    }),
  )
  await until(preciseNow() + between(drill.random, 50, 3_500))
  const alive = stage.traces().length
  if (victim === 'Parley') process.kill(host.pid, 'SIGKILL')
  else await host.kill9()
  const since = performance.now()
  await host.exited
  const isThere = () => stage.traces().length > 0 || processesOf(host.pid).length > 0
  const bareMs = await stage.msUntilBare(bareWithinMs, isThere)
  return { runs, alive, bareAfterMs: bareMs === null ? null : performance.now() - since }
}

async function startAgent(client: WireClient, stage: AgentStage, plan: AgentPlan): Promise<CutRun> {
  const folder = stage.takeFolder(plan.isSlowToStart)
  const { session } = await client.invoke('sessions.create', {
    model: `${plan.agentId}/default`,
    workspace: folder,
    permission: plan.permission,
  })
  const sessionId = session.id
  const follower = new RunFollower('the chat')
  client.open('session.watch', { sessionId }, follower)
  const { runId } = await client.invoke('runs.send', { sessionId, text: plan.prompt })
  return { plan, seat: { sessionId, paneId: null, folder }, runId }
}

/** Counts the partial answers that the next start recovered, and checks that each run left one answer. */
async function inspect(drill: Drill, client: WireClient, runs: CutRun[], name: string): Promise<number> {
  let partials = 0
  for (const { seat, runId, plan } of runs) {
    const answers = (await storedMessages(client, seat.sessionId)).filter((each) => each.runId === runId)
    const [answer] = answers
    drill.check(answers.length === 1, () => `${name}: ${plan.agentId} left ${answers.length} answers`)
    const isCut = answer?.status === 'partial' && answer.stopReason === 'interrupted'
    if (isCut) partials += 1
    const isWhole = answer?.status === 'complete'
    drill.check(isCut || isWhole, () => `${name}: ${plan.agentId} is ${answer?.status}`)
  }
  const [health, active] = await Promise.all([
    client.invoke('health.get', {}),
    client.invoke('runs.list', {}),
  ])
  drill.check(health.status === 'ok', () => `${name}: health is ${JSON.stringify(health)}`)
  drill.check(active.runs.length === 0, () => `${name}: ${active.runs.length} runs after the start`)
  return partials
}

/** Continues the sessions that were cut off, except those whose tools would start again and never end. */
async function answerAgain(drill: Drill, client: WireClient, runs: CutRun[], name: string): Promise<void> {
  const run = runs.find(({ plan }) => plan.moment !== 'during a tool' && plan.moment !== 'after its result')
  if (run === undefined) return
  const answer = await askAgain(client, run.seat, 'say Here again.')
  const isAnswered = answer?.status === 'complete' && messageText(answer).includes('Here again.')
  drill.check(
    isAnswered,
    () => `${name}: ${run.plan.agentId} then got ${JSON.stringify(answer?.parts ?? null).slice(0, 300)}`,
  )
}

/** Prints what was killed and what was left of it. */
export function reportKills(drill: Drill, killed: readonly Killed[]): void {
  const rows = (['Parley', 'its whole group'] as const).flatMap((victim) =>
    (['acp', 'json-lines'] as const).map((route) => {
      const some = killed.filter((each) => each.victim === victim && each.route === route)
      const bareMs = some.flatMap(({ bareAfterMs }) => bareAfterMs ?? [])
      const sum = (name: 'runs' | 'alive' | 'partials') => some.reduce((total, each) => total + each[name], 0)
      return [
        `${victim}, ${route}`,
        ...[some.length, sum('runs'), sum('alive'), sum('partials'), some.length - bareMs.length].map(String),
        inMs(median(bareMs)),
        inMs(bareMs.length === 0 ? null : Math.max(...bareMs)),
      ]
    }),
  )
  const names = [
    'killed',
    'rounds',
    'runs',
    'processes alive',
    'partial answers',
    'left after 5 s',
    'ended after p50',
    'worst',
  ]
  console.log(formatTable(names, rows))
  drill.check(
    killed.some(({ alive }) => alive > 0),
    () => 'no agent was working when Parley was killed',
  )
}
