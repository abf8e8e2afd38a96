// Runs the tools of models several at a time and cancels them at random moments: while the model writes, while a card
// or a form is open, while a tool works. Afterwards no process, socket, thread or card is left, and the next run is
// served.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { startFakeHttpServer } from '../fake-mcp/http-server.ts'
import { inMs, median, percentile } from '../helpers/figures.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { footprintOf, processesOf } from './agents/agent-traces.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { saveFakeProvider } from './parts/stage.ts'
import { nextPlan, scriptModels, toolKinds } from './tools/tool-plans.ts'
import { type PlayedRun, playPlan } from './tools/tool-runs.ts'

/** How long a page takes. */
const pageMs = 400

/** A web server whose pages take their time. */
async function startSlowPages(): Promise<{
  url: string
  readonly openSockets: number
  close(): Promise<void>
}> {
  const server = createServer((_request, response) => {
    const timer = setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' })
      response.end('<!doctype html><title>Slow</title><main><p>A page that took its time.</p></main>')
    }, pageMs)
    response.once('close', () => clearTimeout(timer))
  })
  let openSockets = 0
  server.on('connection', (socket) => {
    openSockets += 1
    socket.once('close', () => {
      openSockets -= 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    get openSockets() {
      return openSockets
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const lanes = 6
/** How soon everything of the last run must be gone. */
const goneWithinMs = 15_000
/** Threads of the store end a moment after their work. */
const settleMs = 2_000

await runDrill({ name: 'tools', limitSeconds: 1_200, count: 200, play })

async function play(drill: Drill): Promise<void> {
  if (process.platform !== 'linux') throw new Error('this drill needs Linux, because it reads /proc')
  const folder = folderOfFiles(drill)
  const pages = await startSlowPages()
  drill.onOver(() => pages.close())
  scriptModels((model, script) => drill.fake.script(model, script), { pageUrl: pages.url })
  const host = await drill.startHost()
  const client = await host.connect()
  await saveFakeProvider(client, drill.fake)
  await client.invoke('settings.set', { fetchHosts: [new URL(pages.url).host] })
  const server = await startFakeHttpServer()
  drill.onOver(() => server.close())
  await client.invoke('servers.save', { id: 'storm', transport: { type: 'http', url: server.url } })
  await client.invoke('servers.start', { id: 'storm' })
  const stage = { client, folder }

  // Threads that start on first use are not leaks.
  for (const kind of toolKinds) {
    if (kind !== 'slow') await playPlan(stage, { kind, moment: 'never', afterMs: 0, decision: 'once' })
    await playPlan(stage, { kind, moment: 'the card', afterMs: 0, decision: 'deny' })
  }
  await client.invoke('snapshots.take', {})
  await untilIdle(drill, { host, client, pages }, null, 'the first runs')
  await pause(settleMs)
  const before = footprintOf(host.pid, host.dataFolder)

  const played: PlayedRun[] = []
  let next = 0
  const lane = async () => {
    while (next < drill.count) played.push(await playPlan(stage, nextPlan(drill.random, next++)))
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - startedMs) / 1_000
  for (const { breaches } of played) for (const breach of breaches) drill.check(false, () => breach)
  await untilIdle(drill, { host, client, pages }, before, 'the storm')

  const after = await playPlan(stage, { kind: 'search', moment: 'never', afterMs: 0, decision: 'once' })
  drill.check(after.status === 'complete', () => `the run after the storm is ${after.status}`)
  const { status } = await client.invoke('health.get', {})
  drill.check(status === 'ok', () => `health is ${status}`)
  report(played, { seconds, before, after: footprintOf(host.pid, host.dataFolder), host })
  await client.close()
}

function folderOfFiles(drill: Drill): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-tools-'))
  drill.onOver(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))
  const folder = join(root, 'work')
  mkdirSync(folder)
  for (let index = 0; index < 300; index += 1) {
    writeFileSync(join(folder, `file-${index}.txt`), `${'hay '.repeat(2_000)}needle ${index}\n`)
  }
  return folder
}

/** Waits until nothing of the runs is left, and reports what is. */
async function untilIdle(
  drill: Drill,
  { host, client, pages }: { host: Host; client: WireClient; pages: { openSockets: number } },
  before: ReturnType<typeof footprintOf> | null,
  name: string,
): Promise<void> {
  const left = async () => {
    const { runs } = await client.invoke('runs.list', {})
    const processes = processesOf(host.pid).filter((each) => !each.includes('parley-watchdog'))
    const now = footprintOf(host.pid, host.dataFolder)
    return [
      ...runs.map(({ sessionId }) => `run of ${sessionId}`),
      ...processes,
      ...(pages.openSockets === 0 ? [] : [`${pages.openSockets} sockets of pages`]),
      ...(drill.fake.openSockets === 0 ? [] : [`${drill.fake.openSockets} sockets of models`]),
      ...(before === null || now.descriptors <= before.descriptors
        ? []
        : [`${now.descriptors} descriptors, ${before.descriptors} before`]),
      ...(before === null || now.threads <= before.threads
        ? []
        : [`${now.threads} threads, ${before.threads} before`]),
    ]
  }
  let last: string[] = []
  const gone = async () => {
    while ((last = await left()).length > 0) await pause(100)
  }
  await within(goneWithinMs, gone(), name).catch(() => {})
  drill.check(last.length === 0, () => `left after ${name}: ${last.join(', ')}`)
}

function rowOf(name: string, some: readonly PlayedRun[]): string[] {
  return [
    name,
    ...[
      some.length,
      some.filter(({ status }) => status === 'partial').length,
      some.filter(({ status }) => status === 'complete').length,
      some.reduce((sum, { calls }) => sum + calls, 0),
      some.reduce((sum, { cards }) => sum + cards, 0),
    ].map(String),
    ...spread(some.flatMap(({ stopMs }) => (stopMs === null ? [] : [stopMs]))),
  ]
}

function report(
  played: readonly PlayedRun[],
  {
    seconds,
    before,
    after,
    host,
  }: {
    seconds: number
    before: ReturnType<typeof footprintOf>
    after: ReturnType<typeof footprintOf>
    host: Host
  },
): void {
  const heads = ['runs', 'cancelled', 'completed', 'calls', 'cards', 'Stop p50', 'p95', 'worst']
  console.log(
    formatTable(
      ['kind', ...heads],
      [
        ...toolKinds.map((kind) =>
          rowOf(
            kind,
            played.filter(({ plan }) => plan.kind === kind),
          ),
        ),
        rowOf('all', played),
      ],
    ),
  )
  const change = (name: keyof typeof after) =>
    `${name} ${before[name].toFixed(0)} → ${after[name].toFixed(0)}`
  const left = processesOf(host.pid).filter((each) => !each.includes('parley-watchdog')).length
  console.log(
    `${played.length} runs in ${seconds.toFixed(0)} s, ${left} processes left, ${change('descriptors')}, ${change('threads')}, ${change('residentMb')}`,
  )
}

function spread(samples: number[]): string[] {
  if (samples.length === 0) return ['-', '-', '-']
  return [median(samples), percentile(samples, 0.95), Math.max(...samples)].map(inMs)
}
