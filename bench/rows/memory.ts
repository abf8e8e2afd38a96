import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import type { ComparisonId } from '../../src/shared/ids.ts'
import { type Figure, plainFigure, type Row } from '../figure.ts'
import { PageRecorder } from '../pages/page-recorder.ts'
import { growthFigure, inMegabytes, takeMemory } from '../taken-memory.ts'
import { paneCount, ShownPanes, windowSize } from '../pages/shown-panes.ts'
import { appAddress, type BenchStage, withPage } from '../stage.ts'

const comparisons = 10
/** About 20,000 characters. */
const tokenCount = 3_800
const perSecond = 500
/** Memory of a closed view is released within this time. */
const settleMs = 2_000

/** The memory still in use on the empty start view after ten comparisons in one window. */
export const memory: Row<BenchStage> = {
  name: 'memory',
  async measure(stage): Promise<Figure[]> {
    const answers = new ShownPanes(stage, 'remembered', { tokenCount, perSecond })
    return withPage(stage.page, async (page) => {
      await page.setViewportSize(windowSize)
      const recorder = await PageRecorder.in(page)
      await page.goto(appAddress(stage.page))
      // All are in the list from the start, so that its rows do not count as leftovers.
      const ids: ComparisonId[] = []
      for (let count = 0; count <= comparisons; count += 1) ids.push((await answers.create()).id)
      const [first, ...others] = ids
      // The first one creates what the window keeps permanently.
      if (first !== undefined) await compareOnce(page, recorder, answers, first)
      const before = await takeMemory(stage, page)
      const heapsMb: Record<string, number> = {}
      let after = before
      for (const [index, id] of others.entries()) {
        await compareOnce(page, recorder, answers, id)
        after = await takeMemory(stage, page)
        heapsMb[`heapMbAfter${index + 1}`] = after.heapBytes / 1024 / 1024
      }
      const what = `${comparisons} comparisons of ${paneCount} panes, ${answers.characters.toLocaleString('en')} characters each`
      return [
        {
          ...growthFigure(`heap of the window after ${what}`, before.heapBytes, after.heapBytes, inMegabytes),
          details: heapsMb,
        },
        growthFigure('DOM nodes after them', before.nodes, after.nodes, (count) =>
          count.toLocaleString('en'),
        ),
        {
          ...plainFigure('memory of main after them', after.mainBytes ?? Number.NaN, inMegabytes),
          measured: `${inMegabytes(after.mainBytes)}, ${inMegabytes(before.mainBytes)} before`,
        },
      ]
    })
  },
}

/** Opens the comparison, streams its answers, and returns to the empty start view. */
async function compareOnce(
  page: Page,
  recorder: PageRecorder,
  answers: ShownPanes,
  comparisonId: ComparisonId,
): Promise<void> {
  await page.evaluate((hash) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = hash
  }, `#/compare/${comparisonId}`)
  await answers.askIn(page, recorder)
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await sleep(settleMs)
}
