import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { median } from '../../../e2e/helpers/figures.ts'
import { setLimits } from '../../../src/shared/sets/sets.ts'
import { fillLargeSetRun } from '../../data/large-set-run.ts'
import { type Figure, limitFigure, plainFigure, type Row } from '../../figure.ts'
import { settleMs, withDataFolder, withOwnHost } from '../../pages/own-host.ts'
import type { PageRecorder } from '../../pages/page-recorder.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import type { BenchStage } from '../../stage.ts'

const what = `the grid of ${setLimits.prompts} prompts and ${setLimits.models} models`
const rounds = 5

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  location: { hash: string }
  document: { querySelector(selector: string): unknown }
  requestAnimationFrame(callback: () => void): void
}

/** Opens the result of the largest run, until its first row is painted, and scrolls through it. */
export const setGrid: Row<BenchStage> = {
  name: 'set-grid',
  measure: (stage) =>
    withDataFolder(async (userData) => {
      const { setId, runId } = fillLargeSetRun(userData)
      return withOwnHost(stage, userData, (page, recorder) =>
        measure(page, recorder, `#/sets/${setId}/${runId}`),
      )
    }),
}

async function measure(page: Page, recorder: PageRecorder, address: string): Promise<Figure[]> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  // What remains to be loaded is loaded a second after the first paint.
  await sleep(4 * settleMs)
  const times: number[] = []
  const opening: { longestTaskMs: number }[] = []
  const scrolling: { longestTaskMs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await recorder.forgetTasks()
    times.push(await page.evaluate(untilRow, address))
    await sleep(settleMs)
    opening.push({ longestTaskMs: await recorder.longestTaskMs() })
    await page.getByRole('table', { name: 'Result' }).hover()
    await recorder.forgetTasks()
    for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, 4_000)
    await sleep(settleMs)
    scrolling.push({ longestTaskMs: await recorder.longestTaskMs() })
    await page.keyboard.press('Alt+N')
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await sleep(settleMs)
  }
  return [
    // The first time, its thread loads the code.
    plainFigure(`${what}, opened for the first time`, times[0] ?? Number.NaN),
    limitFigure(`the same afterwards, median of ${rounds - 1}`, median(times.slice(1)), 300),
    longestTaskFigure('longest main-thread task while it opens', opening),
    longestTaskFigure('longest main-thread task while it is scrolled', scrolling),
  ]
}

/** Goes to the address, and resolves once the first row is painted. Runs in the page. */
function untilRow(address: string): Promise<number> {
  const world = globalThis as unknown as PageWorld
  return new Promise((resolve) => {
    const startedMs = performance.now()
    world.location.hash = address
    const watch = () => {
      if (world.document.querySelector('[role=table] [data-row]') === null)
        return world.requestAnimationFrame(watch)
      // The current state is painted by the time the next frame starts.
      world.requestAnimationFrame(() => resolve(performance.now() - startedMs))
    }
    watch()
  })
}
