import { setTimeout as sleep } from 'node:timers/promises'

import { completeStream } from '../../e2e/fake-provider/script.ts'
import { PageRecorder } from './page-recorder.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../stage.ts'

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  document: {
    querySelector(selector: string): object | null
    querySelectorAll(selector: string): Iterable<{ textContent: string | null; click(): void }>
  }
  requestAnimationFrame: (callback: () => void) => void
}

/** By then, the panes have drawn their answers. */
const settleMs = 4_000

/** Opens the dialog with the differences between these answers and measures until all its rows are drawn. */
export async function showDifferences(
  stage: BenchStage,
  name: string,
  texts: readonly string[],
): Promise<{ longestTaskMs: number; tookMs: number }> {
  const models = texts.map((text, index) => {
    const model = `${name}-${index + 1}`
    stage.fake.script(model, completeStream([{ type: 'tokens', tokens: [text] }], { reason: 'stop' }))
    return `fake/${model}`
  })
  const id = await stage.page.evaluate(async (all) => {
    const { parley } = globalThis as unknown as PageGlobals
    const { comparison } = await parley.invoke('compare.create', { models: all })
    const ask = (paneId: (typeof comparison.panes)[number]['paneId']) =>
      new Promise<void>((resolve) => {
        parley.open('pane.run', { paneId, text: 'Compare.' }, { onEvents: () => {}, onEnd: () => resolve() })
      })
    await Promise.all(comparison.panes.map(({ paneId }) => ask(paneId)))
    return comparison.id
  }, models)
  return withPage(stage.page, async (page) => {
    const recorder = await PageRecorder.in(page)
    await page.goto(appAddress(stage.page, `#/compare/${id}`))
    const button = page.getByRole('button', { name: 'Differences' })
    await button.waitFor()
    const show = async () => {
      await sleep(settleMs)
      await recorder.forgetTasks()
      const tookMs = await page.evaluate(untilDrawn)
      const longestTaskMs = await recorder.longestTaskMs()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      return { longestTaskMs, tookMs }
    }
    // Compiles the code of the dialog.
    await show()
    return show()
  })
}

/**
 * Opens the dialog and resolves with how long that took, in milliseconds. It runs in the page and looks once per frame,
 * because looking for a role among thousands of rows, as a locator does, is a longer task than any of the dialog's own.
 */
function untilDrawn(): Promise<number> {
  const { document, requestAnimationFrame: nextFrame } = globalThis as unknown as PageWorld
  return new Promise((resolve) => {
    const startedMs = performance.now()
    const look = () => {
      if (document.querySelector('[role=table][aria-busy=false]') === null) nextFrame(look)
      // The last rows are painted by the time the next frame starts.
      else nextFrame(() => resolve(performance.now() - startedMs))
    }
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent === 'Differences') button.click()
    }
    nextFrame(look)
  })
}
