// Starts several agents at a time and cancels them at random moments; some ignore signals, some have hidden
// processes. Whatever else is running, nothing of a cancelled agent is left. Then the same with Parley killed
// halfway.
import { setTimeout as pause } from 'node:timers/promises'

import type { ParleyApi } from '../../src/renderer/rpc/parley-api.ts'
import { inMs, median, percentile } from '../helpers/figures.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { killWhileAgentsWork, reportKills } from './agents/agent-kills.ts'
import {
  type AgentUsers,
  agentUsers,
  askCancelledAgain,
  askEveryAgent,
  deleteAll,
  startAndCancel,
} from './agents/agent-lanes.ts'
import { agentsOf, cancelMoments, type Route } from './agents/agent-plans.ts'
import { AgentStage, reportedProcesses } from './agents/agent-stage.ts'
import { footprintOf, processesOf } from './agents/agent-traces.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { storedMessages } from './parts/stage.ts'

const routes: readonly Route[] = ['acp', 'json-lines']
/** Users of each Parley who start and cancel at the same time; a comparison runs two agents. */
const lanesPerHost = 3
/** Number of sessions with a cancelled agent that are asked again. */
const askedAgain = 20
/** How soon idle agents must end after their chats are deleted. */
const forgottenWithinMs = 10_000

const spreadNames = ['Stop p50', 'p95', 'worst']

/** One Parley with its agents, and the starts played there. */
interface AgentHost extends AgentUsers {
  host: Host
  client: WireClient
  before: ReturnType<typeof footprintOf>
}

await runDrill({ name: 'agents', limitSeconds: 1_500, count: 200, play })

async function play(drill: Drill): Promise<void> {
  if (process.platform !== 'linux') throw new Error('this drill needs Linux, because it reads /proc')
  const agentHosts = await Promise.all(routes.map((route) => openAgentHost(drill, route)))
  const watch = watchProcesses(agentHosts)
  const startedMs = performance.now()
  const left = { count: drill.count }
  await Promise.all(
    agentHosts.flatMap((users) => Array.from({ length: lanesPerHost }, () => startAndCancel(users, left))),
  )
  const seconds = (performance.now() - startedMs) / 1_000
  watch.stop()
  for (const users of agentHosts) inspectCancelled(drill, users)
  const asked = await Promise.all(
    agentHosts.map((users) => askCancelledAgain(users, Math.ceil(askedAgain / routes.length))),
  )
  for (const agentHost of agentHosts) await inspectEnd(drill, agentHost)
  report(drill, agentHosts, { seconds, mostProcesses: watch.most(), askedAgain: asked.flat() })
  for (const { client, host } of agentHosts) {
    await client.close()
    await host.stop()
  }
  for (const { stage, breaches } of agentHosts) {
    drill.check(stage.traces().length === 0, () => `${stage.route}: agents outlived Parley`)
    for (const breach of breaches) drill.check(false, () => breach)
  }
  reportKills(drill, await killWhileAgentsWork(drill, Math.max(1, Math.ceil(drill.count / 20))))
}

async function openAgentHost(drill: Drill, route: Route): Promise<AgentHost> {
  const stage = new AgentStage(route, drill.count + 20)
  drill.onOver(() => stage[Symbol.dispose]())
  const host = await stage.startHost(drill)
  const client = await host.connect()
  const users = agentUsers(stage, client, drill.random)
  await askEveryAgent(users, 'the first request')
  await leaveNothing(drill, users, 'the first request')
  // Threads that Parley starts on first use are not leaks.
  await client.invoke('snapshots.take', {})
  const descriptors = await fewestDescriptors(host.pid, stage.dataFolder)
  return { ...users, host, client, before: { ...footprintOf(host.pid, stage.dataFolder), descriptors } }
}

/** Idle agents may wait for their next question, but nothing may be left of cancelled ones. */
function inspectCancelled(drill: Drill, { stage, played }: AgentUsers): void {
  const goneOn = new Set(played.flatMap(({ how, seat }) => (how === 'stopped' ? [] : [seat.folder])))
  const cancelled = new Set(played.flatMap(({ how, runId }) => (how === 'stopped' ? [String(runId)] : [])))
  const left = stage
    .traces()
    .filter(({ runId, folder }) => (runId === null ? !goneOn.has(folder) : cancelled.has(runId)))
    // An agent in a comparison that works in a separate folder can be identified only by its run.
    .filter(({ runId, folder }) => runId !== null || played.some(({ seat }) => seat.folder === folder))
  drill.check(left.length === 0, () => `${stage.route}: left of cancelled runs ${JSON.stringify(left)}`)
}

async function inspectEnd(drill: Drill, agentHost: AgentHost): Promise<void> {
  const { stage, host, client, played, before } = agentHost
  for (const { seat, runId, how, plan } of played) {
    const stored = (await storedMessages(client, seat.sessionId)).filter((message) => message.runId === runId)
    const expected = how === 'stopped' ? 'partial' : 'complete'
    const isKept = runId === null || (stored.length === 1 && stored[0]?.status === expected)
    drill.check(isKept, () => `${stage.route} ${plan.agentId}: finally stored ${stored.length} times`)
  }
  await leaveNothing(drill, agentHost, 'the storm')
  await askEveryAgent(agentHost, 'the request after the storm')
  await leaveNothing(drill, agentHost, 'the request after the storm')
  const { status } = await client.invoke('health.get', {})
  drill.check(status === 'ok', () => `${stage.route}: health is ${status}`)
  const children = processesOf(host.pid).filter((each) => !each.includes('parley-watchdog'))
  drill.check(children.length === 0, () => `${stage.route}: descendants are left: ${children.join(', ')}`)
  const after = await fewestDescriptors(host.pid, stage.dataFolder, before.descriptors)
  drill.check(
    after <= before.descriptors,
    () => `${stage.route}: ${before.descriptors} descriptors before, ${after} after`,
  )
}

/**
 * The fewest descriptors that Parley had open in any sample: a single sample may catch a file that is open
 * only for a moment. Sampling ends once there are no more than `enough`.
 */
async function fewestDescriptors(pid: number, dataFolder: string, enough = 0): Promise<number> {
  let fewest = Infinity
  for (let looks = 0; looks < 20 && fewest > enough; looks += 1) {
    if (looks > 0) await pause(100)
    fewest = Math.min(fewest, footprintOf(pid, dataFolder).descriptors)
  }
  return fewest
}

/** Checks that no agent is left once the chats are deleted. */
async function leaveNothing(drill: Drill, users: AgentUsers, name: string): Promise<void> {
  const { stage, client } = users
  await deleteAll(users)
  const isBare = (await stage.msUntilBare(forgottenWithinMs)) !== null
  drill.check(isBare, () => `${stage.route}: left after ${name}: ${JSON.stringify(stage.traces())}`)
  // Parley scans twice before it reports that they are gone.
  await within(
    forgottenWithinMs,
    untilNoneIsTold(client),
    `${stage.route}: health without agents after ${name}`,
  )
}

async function untilNoneIsTold(client: ParleyApi): Promise<void> {
  while ((await reportedProcesses(client)) !== 0) await pause(100)
}

/** Samples how many agent processes there are. */
function watchProcesses(agentHosts: readonly AgentHost[]): { most(): number; stop(): void } {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(
      most,
      agentHosts.map(({ stage }) => stage.traces().length).reduce((sum, each) => sum + each),
    )
  }, 400)
  return { most: () => most, stop: () => clearInterval(timer) }
}

function report(
  drill: Drill,
  agentHosts: readonly AgentHost[],
  storm: { seconds: number; mostProcesses: number; askedAgain: number[] },
): void {
  const all = agentHosts.flatMap(({ stage, played }) => played.map((one) => ({ ...one, route: stage.route })))
  const columns = [
    'starts',
    'panes',
    'cancelled',
    'ended first',
    'not cancelled',
    'never started',
    ...spreadNames,
  ]
  const rowOf = (name: string, some: typeof all) => [
    name,
    ...[
      some.length,
      some.filter(({ plan }) => plan.place === 'pane').length,
      some.filter(({ how }) => how === 'stopped').length,
      some.filter(({ how, plan }) => how === 'completed' && plan.moment !== 'never').length,
      some.filter(({ plan }) => plan.moment === 'never').length,
      some.filter(({ how }) => how === 'never started').length,
    ].map(String),
    ...spread(some.flatMap(({ how, stopMs }) => (how === 'stopped' && stopMs !== null ? [stopMs] : []))),
  ]
  const byAgent = routes.flatMap((route) =>
    agentsOf(route).map((agentId) =>
      rowOf(
        `${agentId} ${route}`,
        all.filter((one) => one.route === route && one.plan.agentId === agentId),
      ),
    ),
  )
  console.log(formatTable(['agent', ...columns], [...byAgent, rowOf('all', all)]))
  const byMoment = [...cancelMoments, 'never' as const].map((moment) =>
    rowOf(
      moment,
      all.filter(({ plan }) => plan.moment === moment),
    ),
  )
  console.log(formatTable(['cancelled', ...columns], byMoment))
  const rest = agentHosts.map(({ stage, host, before }) => {
    const after = footprintOf(host.pid, stage.dataFolder)
    const change = (name: keyof typeof after) => `${before[name].toFixed(0)} → ${after[name].toFixed(0)}`
    return [
      stage.route,
      ...[stage.traces().length].map(String),
      change('descriptors'),
      change('threads'),
      change('residentMb'),
    ]
  })
  console.log(formatTable(['Parley', 'left over', 'descriptors', 'threads', 'resident MB'], rest))
  const { seconds, mostProcesses } = storm
  console.log(
    `${all.length} starts in ${seconds.toFixed(0)} s, ${mostProcesses} processes alive at most, ` +
      `${storm.askedAgain.length} cancelled sessions asked again: ${spread(storm.askedAgain).join(', ')} (${spreadNames.join(', ')})`,
  )
  drill.check(
    all.filter(({ how }) => how === 'stopped').length >= all.length / 3,
    () => 'too little was cancelled in time',
  )
}

function spread(samples: number[]): string[] {
  if (samples.length === 0) return ['-', '-', '-']
  return [median(samples), percentile(samples, 0.95), Math.max(...samples)].map(inMs)
}
