// Stop in every phase of an answer, in a chat and in one of four panes, with a server that closes its side at
// once or late: the receipt must say when the server's socket really closed, according to the server.
import { setTimeout as sleep } from 'node:timers/promises'

import type { SessionId } from '../../src/shared/ids.ts'
import { messageText, type Receipt } from '../../src/shared/sessions/messages.ts'
import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import { completeStream, type Script, type Step } from '../fake-provider/script.ts'
import { CpuWait, withoutWait } from '../helpers/processes/cpu-wait.ts'
import { inMs } from '../helpers/figures.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { countNumberedTokens, numberedTokens } from './parts/numbered-tokens.ts'
import { RunFollower } from './parts/run-follower.ts'
import { newChat, newPanes, saveFakeProvider, storedMessages } from './parts/stage.ts'

const closeDelaysMs = [0, 400, 1_000]
/** How far the receipt may differ from the server's record. */
const agreementMs = 15
/** How soon the generator must end, and how soon the socket must be closed if the server answers at once. */
const endLimitMs = 100
/** How much the other panes send. */
const neighbourTokens = 60

/** The phase in which an answer is stopped: the server's script, and what it has sent by then. */
const phases: Record<string, { script: Script & { type: 'stream' }; tokensBefore: number }> = {
  'no headers': { script: { ...stream([]), headersAfterMs: 60_000 }, tokensBefore: 0 },
  'no token yet': { script: stream([{ type: 'silence' }]), tokensBefore: 0 },
  streaming: {
    script: stream([{ type: 'tokens', tokens: numberedTokens(3_000), perSecond: 100 }]),
    tokensBefore: 20,
  },
  'silent in mid-stream': {
    script: stream([{ type: 'tokens', tokens: numberedTokens(20), perSecond: 200 }, { type: 'silence' }]),
    tokensBefore: 20,
  },
}

/** A run in progress. */
interface Stoppable {
  sessionId: SessionId
  stop(): Promise<Receipt | null>
  /** Checks that the other panes were not disturbed, and returns what is wrong. */
  inspectNeighbours(): Promise<string[]>
}

await runDrill({ name: 'stop-phases', limitSeconds: 120, count: 1, play })

async function play(drill: Drill): Promise<void> {
  const host = await drill.startHost()
  const client = await host.connect()
  const cpuWait = new CpuWait(host.pid)
  await saveFakeProvider(client, drill.fake)
  drill.fake.script(
    'neighbour',
    completeStream([{ type: 'tokens', tokens: numberedTokens(neighbourTokens), perSecond: 100 }]),
  )
  const rows: string[][] = []
  for (const kind of ['chat', 'pane'] as const) {
    for (const phase of Object.keys(phases)) {
      for (const delayMs of closeDelaysMs) {
        for (let time = 0; time < drill.count; time++) {
          const playing = playOne(drill, client, { kind, phase, delayMs, cpuWait })
          rows.push(await within(15_000, playing, `${kind}, ${phase}, close after ${delayMs} ms`))
        }
      }
    }
  }
  console.log(
    formatTable(
      [
        'stopped',
        'phase',
        'server closes',
        'generator',
        'saved',
        'waited for CPU',
        'FIN seen',
        'closed (receipt)',
        'difference',
        'kept',
        '',
      ],
      rows,
    ),
  )
}

async function playOne(
  drill: Drill,
  client: WireClient,
  options: { kind: 'chat' | 'pane'; phase: string; delayMs: number; cpuWait: CpuWait },
): Promise<string[]> {
  const { kind, phase, delayMs, cpuWait } = options
  const { script, tokensBefore } = phases[phase] ?? { script: stream([]), tokensBefore: 0 }
  drill.fake.script('stopped', {
    ...script,
    ...(delayMs === 0 ? {} : { onClientClose: { type: 'close-after', ms: delayMs } }),
  })
  const run = kind === 'chat' ? await startChat(client) : await startPanes(client)
  const request = await drill.fake.waitForRequest('stopped')
  await request.waitForTokens(tokensBefore)
  // Silence is a lasting state, so give the host time to reach it.
  await sleep(60)
  cpuWait.reset()
  const stoppedMs = preciseNow()
  const receipt = await run.stop()
  const waitedMs = cpuWait.ms
  const answers = (await storedMessages(client, run.sessionId)).filter(({ role }) => role === 'assistant')
  const [answer] = answers
  const kept = answer === undefined ? null : countNumberedTokens(messageText(answer))
  // The host may notice the close at the same moment as the server.
  await request.closed
  const offMs = offBy(receipt, request)
  const finMs = (request.clientFinMs ?? request.closedMs ?? Number.NaN) - stoppedMs

  const problems = [
    ...(await run.inspectNeighbours()),
    ...(answers.length === 1 ? [] : [`${answers.length} answers`]),
    ...(answer?.status === 'partial' && answer.stopReason === 'user' ? [] : [`stored as ${answer?.status}`]),
    ...(kept !== null && kept >= tokensBefore && kept <= request.tokensSent ? [] : [`${kept} tokens kept`]),
    ...(isInTime(receipt?.generatorEndedMs, waitedMs) ? [] : ['the generator ended late']),
    ...(isInTime(receipt?.savedMs, waitedMs) ? [] : ['saved late']),
    ...(isInTime(finMs, waitedMs) ? [] : ['FIN seen late']),
    ...(offMs !== null && Math.abs(offMs) <= agreementMs ? [] : ['the receipt and the server disagree']),
  ]
  drill.check(problems.length === 0, () => `${kind}, ${phase}, ${delayMs} ms: ${problems.join('; ')}`)
  return [
    kind === 'chat' ? 'chat' : 'pane of four',
    phase,
    delayMs === 0 ? 'at once' : `after ${delayMs} ms`,
    inMs(receipt?.generatorEndedMs),
    inMs(receipt?.savedMs),
    inMs(waitedMs),
    inMs(finMs),
    inMs(receipt?.upstreamClosedMs),
    inMs(offMs),
    `${kept} of ${request.tokensSent}`,
    problems.length === 0 ? 'ok' : 'BREACH',
  ]
}

/** How much later than the server's record the receipt dates the close; null if it has no time. */
function offBy(receipt: Receipt | null, request: FakeRequest): number | null {
  if (receipt === null || request.closedMs === null) return null
  const { requestedAt, upstreamClosedMs } = receipt
  if (requestedAt === null || upstreamClosedMs === null) return null
  return requestedAt + upstreamClosedMs - request.closedMs
}

/** True if it came in time, not counting that the host and this process waited for a CPU. */
function isInTime(figureMs: number | null | undefined, waitedMs: number): boolean {
  if (figureMs === null || figureMs === undefined) return false
  return withoutWait(figureMs, waitedMs, { limitMs: endLimitMs }) <= endLimitMs
}

async function startChat(client: WireClient): Promise<Stoppable> {
  const sessionId = await newChat(client, 'stopped')
  await client.invoke('runs.send', { sessionId, text: 'Count.' })
  return {
    sessionId,
    stop: async () => (await client.invoke('runs.stop', { sessionId })).receipt,
    inspectNeighbours: () => Promise.resolve([]),
  }
}

async function startPanes(client: WireClient): Promise<Stoppable> {
  const panes = await newPanes(client, ['stopped', 'neighbour', 'neighbour', 'neighbour'])
  const running = panes.map(({ paneId, sessionId, position }) => {
    const follower = new RunFollower(`pane ${position}`)
    return { sessionId, follower, stream: client.open('pane.run', { paneId, text: 'Count.' }, follower) }
  })
  const [stopped, ...neighbours] = running
  if (stopped === undefined) throw new Error('the comparison has no panes')
  return {
    sessionId: stopped.sessionId,
    async stop() {
      stopped.stream.close()
      await stopped.follower.waitFor(({ streamEnd }) => streamEnd !== null)
      return stopped.follower.streamEnd?.receipt ?? null
    },
    async inspectNeighbours() {
      const problems: string[] = []
      for (const { sessionId, follower } of neighbours) {
        await follower.waitFor(({ streamEnd }) => streamEnd !== null)
        const answer = (await storedMessages(client, sessionId)).at(-1)
        const kept = answer === undefined ? null : countNumberedTokens(messageText(answer))
        const isWhole = follower.streamEnd?.reason === 'completed' && kept === neighbourTokens
        if (!isWhole) problems.push(`another pane ended as ${follower.streamEnd?.reason} with ${kept} tokens`)
      }
      return problems
    },
  }
}

function stream(steps: readonly Step[]): Script & { type: 'stream' } {
  return { type: 'stream', steps }
}
