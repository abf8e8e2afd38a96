import { setTimeout as sleep } from 'node:timers/promises'

import { completeStream } from '../../../e2e/fake-provider/script.ts'
import { type Figure, plainFigure, type Row } from '../../figure.ts'
import { PageRecorder } from '../../pages/page-recorder.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../../stage.ts'
import { growthFigure, inMegabytes, takeMemory } from '../../taken-memory.ts'

const promptCount = 500
const models = ['set-left', 'set-right']
/** Memory of an answer that was shown is released within this time. */
const settleMs = 2_000
const runLimitMs = 240_000

/** A run of 1,000 cells, with its growing grid on screen. The memory is compared with that after the previous run. */
export const promptSet: Row<BenchStage> = {
  name: 'prompt-set',
  async measure(stage): Promise<Figure[]> {
    for (const model of models) {
      const tokens = ['It is ', '42', ', as everyone knows.']
      stage.fake.script(model, completeStream([{ type: 'tokens', tokens, perSecond: 100 }]))
    }
    const name = await createSet(stage)
    return withPage(stage.page, async (page) => {
      const recorder = await PageRecorder.in(page)
      await page.goto(appAddress(stage.page))
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
      const show = async () => {
        await page.keyboard.press('Alt+Shift+S')
        const sets = page.getByRole('region', { name: 'Prompt sets' })
        await sets.getByRole('button', { name: new RegExp(`^${name}`) }).click()
        await sets.getByRole('button', { name: 'Run…' }).click()
        await sets.getByText('1,000 answers.').waitFor()
        await sleep(settleMs)
        await recorder.forgetTasks()
        const startedMs = performance.now()
        await sets.getByRole('button', { name: 'Start run' }).click()
        await sets.getByText('1,000 of 1,000 answers · complete').waitFor({ timeout: runLimitMs })
        const tookMs = performance.now() - startedMs
        const longestTaskMs = await recorder.longestTaskMs()
        await page.keyboard.press('Alt+N')
        await sets.waitFor({ state: 'hidden' })
        await sleep(settleMs)
        return { tookMs, longestTaskMs, memory: await takeMemory(stage, page) }
      }
      // Fills main's pools and caches.
      await show()
      const first = await show()
      const second = await show()
      const what = 'run of 1,000 cells on screen'
      return [
        longestTaskFigure(`longest main-thread task, ${what}`, [first, second]),
        growthFigure(
          `heap of the window after another ${what}`,
          first.memory.heapBytes,
          second.memory.heapBytes,
          inMegabytes,
        ),
        growthFigure(
          `memory of main after another ${what}`,
          first.memory.mainBytes ?? Number.NaN,
          second.memory.mainBytes ?? Number.NaN,
          inMegabytes,
        ),
        plainFigure(`time of ${what}`, second.tookMs),
      ]
    })
  },
}

/** Creates the set and chooses the models for its runs; returns its name. */
async function createSet({ page }: BenchStage): Promise<string> {
  const name = 'A thousand'
  const texts = Array.from({ length: promptCount }, (_, index) => `Question ${index + 1}`)
  await page.evaluate(
    async ({ set, compareModels }) => {
      const { parley } = globalThis as unknown as PageGlobals
      // The provider's list of models was loaded before these scripts existed.
      await parley.invoke('models.list', { refresh: true })
      await parley.invoke('settings.set', { compareModels })
      await parley.invoke('sets.create', set)
    },
    {
      compareModels: models.map((model) => `fake/${model}`),
      set: {
        name,
        prompts: texts.map((text) => ({ text, checks: [{ kind: 'contains' as const, value: '42' }] })),
      },
    },
  )
  return name
}
