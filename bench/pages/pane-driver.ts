import type { Page } from '@playwright/test'

import type { PaneId } from '../../src/shared/ids.ts'
import type { StreamEnd } from '../../src/shared/rpc/frames.ts'
import type { Pane } from '../../src/shared/sessions/sessions.ts'
import type { PageGlobals } from '../stage.ts'

/** A stop issued by the page; `pressedMs` is the page's clock right before `close()`. */
export interface PressedStop {
  pressedMs: number
  end: StreamEnd
}

/** Runs panes from inside the page through its `window.parley`. */
export interface PaneDriver {
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
export async function drivePanes(page: Page): Promise<PaneDriver> {
  await page.evaluate(() => {
    const globals = globalThis as unknown as Globals
    const running = new Map<PaneId, { close(): void; ended: Promise<StreamEnd> }>()
    globals.benchPanes = {
      start: (paneId) =>
        new Promise((resolve) => {
          const ended = Promise.withResolvers<StreamEnd>()
          const stream = globals.parley.open(
            'pane.run',
            { paneId, text: 'Go on until you are stopped.' },
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
