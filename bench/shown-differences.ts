import { setTimeout as sleep } from 'node:timers/promises'

import { completeStream } from '../e2e/fake-provider/script.ts'
import { PageRecorder } from './page-recorder.ts'
import type { BenchStage, PageGlobals } from './stage.ts'

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
  const page = await stage.page.context().newPage()
  try {
    const recorder = await PageRecorder.in(page)
    await page.goto(`${stage.page.url().replace(/[?#].*$/, '')}#/compare/${id}`)
    const button = page.getByRole('button', { name: 'Differences' })
    await button.waitFor()
    const dialog = page.getByRole('dialog', { name: 'Differences' })
    const show = async () => {
      await sleep(settleMs)
      await recorder.forgetTasks()
      const startedMs = performance.now()
      await button.click()
      await dialog.locator('[role=table][aria-busy=false]').waitFor()
      const tookMs = performance.now() - startedMs
      const longestTaskMs = await recorder.longestTaskMs()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      return { longestTaskMs, tookMs }
    }
    // Compiles the code of the dialog.
    await show()
    return await show()
  } finally {
    await page.close()
  }
}
