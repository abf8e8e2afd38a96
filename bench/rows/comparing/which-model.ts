import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { median } from '../../../e2e/helpers/figures.ts'
import { fillJudgedModels, judgedModels } from '../../data/judged-models.ts'
import { type Figure, limitFigure, plainFigure, type Row } from '../../figure.ts'
import { settleMs, withDataFolder, withOwnHost } from '../../pages/own-host.ts'
import type { PageRecorder } from '../../pages/page-recorder.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import type { BenchStage } from '../../stage.ts'

const { models, runs, votes } = judgedModels
const size = `${votes / 1_000},000 votes, ${runs} runs and ${models} models`
const rounds = 5

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  document: { querySelector(selector: string): { click(): void } | null }
  requestAnimationFrame(callback: () => void): void
}

/** Opens the page “Which model?” from the sidebar, until its figures are painted. */
export const whichModel: Row<BenchStage> = {
  name: 'which-model',
  measure: (stage) =>
    withDataFolder(async (userData) => {
      fillJudgedModels(userData)
      return withOwnHost(stage, userData, measureOpening)
    }),
}

async function measureOpening(page: Page, recorder: PageRecorder): Promise<Figure[]> {
  await page.getByRole('link', { name: 'Which model?' }).waitFor()
  // What remains to be loaded is loaded a second after the first paint.
  await sleep(4 * settleMs)
  const times: number[] = []
  const tasks: { longestTaskMs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await recorder.forgetTasks()
    times.push(await page.evaluate(untilFigures))
    await sleep(settleMs)
    tasks.push({ longestTaskMs: await recorder.longestTaskMs() })
    await page.keyboard.press('Alt+N')
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await sleep(settleMs)
  }
  return [
    // The first time, its thread loads the code.
    plainFigure(`“Which model?” opened for the first time, with ${size}`, times[0] ?? Number.NaN),
    limitFigure(`the same afterwards, median of ${rounds - 1}`, median(times.slice(1)), 100),
    longestTaskFigure('longest main-thread task while it opens', tasks),
  ]
}

/** Presses the button, and resolves once the figures are painted. Runs in the page. */
function untilFigures(): Promise<number> {
  const world = globalThis as unknown as PageWorld
  return new Promise((resolve) => {
    const startedMs = performance.now()
    world.document.querySelector('a[href="#/which-model"]')?.click()
    const watch = () => {
      if (world.document.querySelector('table td button') === null) return world.requestAnimationFrame(watch)
      // The current state is painted by the time the next frame starts.
      world.requestAnimationFrame(() => resolve(performance.now() - startedMs))
    }
    watch()
  })
}
