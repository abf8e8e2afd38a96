import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import type { FakeRequest } from '../../../e2e/fake-provider/fake-request.ts'
import { markdownTokens } from '../../../e2e/fake-provider/sample-text.ts'
import type { Step } from '../../../e2e/fake-provider/script.ts'
import type { Pane } from '../../../src/shared/sessions/sessions.ts'
import { type Figure, latencyFigure, type Row } from '../../figure.ts'
import { pressInChats } from '../../pages/stop-button.ts'
import type { BenchStage, PageGlobals } from '../../stage.ts'
import type { PaneId } from '../../../src/shared/ids.ts'
import type { StreamEnd } from '../../../src/shared/rpc/frames.ts'

/** A stop issued by the page; `pressedMs` is the page's clock right before `close()`. */
interface PressedStop {
  pressedMs: number
  end: StreamEnd
}

/** Runs panes from inside the page through its `window.parley`. */
interface PaneDriver {
  /** Creates a comparison of these models of the fake provider and returns its panes. */
  createPanes(models: readonly string[]): Promise<Pane[]>
  /** Resolves when the run has started. */
  start(paneId: PaneId): Promise<void>
  /** Closes the streams of these panes in the same turn; resolves when all have ended. */
  stop(paneIds: readonly PaneId[]): Promise<PressedStop[]>
}

interface DriverInPage {
  start(paneId: PaneId): Promise<void>
  stop(paneIds: readonly PaneId[]): Promise<PressedStop[]>
}

type Globals = PageGlobals & { benchPanes: DriverInPage }

/** Installs the driver in the page. */
async function drivePanes(page: Page): Promise<PaneDriver> {
  await page.evaluate(() => {
    const globals = globalThis as unknown as Globals
    const running = new Map<PaneId, { close(): void; ended: Promise<StreamEnd> }>()
    globals.benchPanes = {
      start: (paneId) =>
        new Promise((resolve) => {
          const ended = Promise.withResolvers<StreamEnd>()
          const stream = globals.parley.open(
            'pane.run',
            { paneId, text: 'Keep writing until I stop you.' },
            { onEvents: () => resolve(), onEnd: (end) => ended.resolve(end) },
          )
          running.set(paneId, { close: () => stream.close(), ended: ended.promise })
        }),
      stop(paneIds) {
        const stops = paneIds.map(async (paneId) => {
          const run = running.get(paneId)
          if (run === undefined) throw new Error(`pane ${paneId} was not started`)
          const pressedMs = performance.timeOrigin + performance.now()
          run.close()
          return { pressedMs, end: await run.ended }
        })
        return Promise.all(stops)
      },
    }
  })
  return {
    createPanes: (models) =>
      page.evaluate(
        async (refs) => {
          const { parley } = globalThis as unknown as Globals
          return (await parley.invoke('compare.create', { models: refs })).comparison.panes
        },
        models.map((model) => `fake/${model}`),
      ),
    start: (paneId) => page.evaluate((id) => (globalThis as unknown as Globals).benchPanes.start(id), paneId),
    stop: (paneIds) =>
      page.evaluate((ids) => (globalThis as unknown as Globals).benchPanes.stop(ids), [...paneIds]),
  }
}

const panesPerComparison = 8
const comparisons = 3
/** How long all eight panes run undisturbed before the next stop. */
const betweenStopsMs = 60

/** States of the providers when Stop is pressed, and the tokens that they have sent by then. */
const situations: Record<'streaming' | 'in silence', { steps: Step[]; tokensBefore: number }> = {
  streaming: {
    steps: [{ type: 'tokens', tokens: markdownTokens(20_000), perSecond: 100 }],
    tokensBefore: 5,
  },
  'in silence': {
    steps: [{ type: 'tokens', tokens: markdownTokens(5), perSecond: 500 }, { type: 'silence' }],
    tokensBefore: 5,
  },
}

interface RunningPane {
  pane: Pane
  request: FakeRequest
}

interface Samples {
  generatorMs: number[]
  serverMs: number[]
}

/**
 * With eight panes: from pressing Stop to the end of the generator, and until the server sees the socket close. Then the
 * button itself, in a chat.
 */
export const stopPane: Row<BenchStage> = {
  name: 'stop',
  async measure(stage): Promise<Figure[]> {
    const driver = await drivePanes(stage.page)
    const streaming = await sampleSituation(stage, driver, 'streaming')
    const silent = await sampleSituation(stage, driver, 'in silence')
    const socketBudget = { p95Ms: 50, p50Ms: 10 }
    return [
      latencyFigure("Stop to the generator's end, 8 panes streaming", streaming.generatorMs, { p95Ms: 20 }),
      latencyFigure("Stop to the generator's end, 8 panes in silence", silent.generatorMs, { p95Ms: 20 }),
      latencyFigure(
        'Stop to the server seeing the close, 8 panes streaming',
        streaming.serverMs,
        socketBudget,
      ),
      latencyFigure('Stop to the server seeing the close, 8 panes in silence', silent.serverMs, socketBudget),
      ...(await pressInChats(stage)),
    ]
  },
}

/** In each comparison, stops one pane after another while the other seven continue, and finally all eight at once. */
async function sampleSituation(
  stage: BenchStage,
  driver: PaneDriver,
  situation: keyof typeof situations,
): Promise<Samples> {
  const samples: Samples = { generatorMs: [], serverMs: [] }
  const models = Array.from({ length: panesPerComparison }, (_, index) => `stop-${index}`)
  for (const model of models) {
    stage.fake.script(model, { type: 'stream', steps: situations[situation].steps })
  }
  for (let comparison = 0; comparison < comparisons; comparison++) {
    const panes = await driver.createPanes(models)
    const running = await Promise.all(panes.map((pane) => start(stage, driver, pane, situation)))
    for (const [index, stopped] of running.entries()) {
      await sleep(betweenStopsMs)
      await stopAndSample(stage, driver, [stopped], samples)
      const others = running.filter((one) => one !== stopped)
      if (others.some(({ request }) => request.clientFinMs !== null)) {
        throw new Error('stopping one pane ended another')
      }
      running[index] = await start(stage, driver, stopped.pane, situation)
    }
    await sleep(betweenStopsMs)
    await stopAndSample(stage, driver, running, samples)
  }
  return samples
}

async function start(
  { fake }: BenchStage,
  driver: PaneDriver,
  pane: Pane,
  situation: keyof typeof situations,
): Promise<RunningPane> {
  await driver.start(pane.paneId)
  const request = await fake.waitForRequest(pane.model.replace('fake/', ''))
  await request.waitForTokens(situations[situation].tokensBefore)
  return { pane, request }
}

async function stopAndSample(
  { clock }: BenchStage,
  driver: PaneDriver,
  stopped: readonly RunningPane[],
  samples: Samples,
): Promise<void> {
  const stops = await driver.stop(stopped.map(({ pane }) => pane.paneId))
  for (const [index, { pressedMs, end }] of stops.entries()) {
    const request = stopped[index]?.request
    const { requestedAt = null, generatorEndedMs = null } = end.receipt ?? {}
    if (request === undefined || requestedAt === null || generatorEndedMs === null) {
      throw new Error(`a stopped pane ended as ${end.reason} without a whole receipt`)
    }
    await request.letGo
    const ownPressedMs = pressedMs - clock.aheadMs
    samples.generatorMs.push(requestedAt + generatorEndedMs - ownPressedMs)
    samples.serverMs.push((request.clientFinMs ?? request.closedMs ?? Number.NaN) - ownPressedMs)
  }
}
