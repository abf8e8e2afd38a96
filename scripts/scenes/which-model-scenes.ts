import type { Page } from '@playwright/test'

import { completeStream, type ModelScript } from '../../e2e/fake-provider/script.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { removeVotes } from './deciding-scenes.ts'
import type { Scene } from './scene.ts'
import { runSetToEnd } from '../../e2e/helpers/pages/run-set.ts'
import { removeSets } from './set-scenes.ts'

const names = ['atlas-large', 'breeze-mini', 'cobalt']
const perSecond = [60, 240, 90]
/** The prompts that each model gets wrong. */
const wrong = [[7], [1, 3, 4, 6, 8, 9, 10, 11, 12, 13], [0, 2, 5, 8, 9, 13]]
const tasks = 14

/** Models of different quality, speed and price; prompts are numbered. */
export const whichModels: Readonly<Record<string, ModelScript>> = Object.fromEntries(
  names.map((name, index) => [
    name,
    ({ body }: { body: unknown }) => {
      const task = Number(/Task (?<number>\d+)/.exec(JSON.stringify(body))?.groups?.['number'] ?? -1)
      const isWrong = wrong[index]?.includes(task) === true
      const tokens = [isWrong ? 'Perhaps ' : '/^x+$/ ', ...Array.from({ length: 150 + task }, () => 'word ')]
      return completeStream([{ type: 'tokens', tokens, perSecond: perSecond[index] ?? 60 }])
    },
  ]),
)

/** Which model: its empty state, its figures, and what one of them is made of. */
export const whichModelScenes: Readonly<Record<string, Scene>> = {
  'which-model-empty': async (page) => {
    await forget(page)
    await page.keyboard.press('Alt+Shift+Q')
    await page.getByText('Nothing is known about your models yet').waitFor()
  },
  'which-model': async (page) => {
    await compared(page)
    await page.keyboard.press('Alt+Shift+Q')
    await page.getByRole('region', { name: 'Figures' }).waitFor()
  },
  'which-model-below': async (page) => {
    await compared(page)
    await page.keyboard.press('Alt+Shift+Q')
    await page.getByRole('heading', { name: 'By tag and prompt set' }).scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: 'By tag and prompt set' }).scrollIntoViewIfNeeded()
  },
  'which-model-parts': async (page) => {
    await compared(page)
    await page.keyboard.press('Alt+Shift+Q')
    await page
      .getByRole('region', { name: 'Figures' })
      .getByRole('button', { name: /^Checks passed of breeze-mini/ })
      .click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  },
}

async function forget(page: Page): Promise<void> {
  await removeVotes(page)
  await removeSets(page)
}

/** A set of regular expressions, run on all models, and votes on its answers with tags. */
async function compared(page: Page): Promise<void> {
  const { sets } = await invoke(page, 'sets.list', {})
  if (sets.some(({ name }) => name === 'Regular expressions')) return
  await forget(page)
  for (const [index, name] of names.entries()) {
    const price = { input: 2 ** (2 - index), output: 4 * 3 ** (2 - index) }
    await invoke(page, 'models.update', { model: `fake/${name}`, price })
  }
  const { set } = await invoke(page, 'sets.create', {
    name: 'Regular expressions',
    prompts: Array.from({ length: tasks }, (_, task) => ({
      text: `Task ${task}. Write a regular expression that matches only lines of kind ${task}.`,
      checks: [
        { kind: 'matches' as const, pattern: '^/' },
        { kind: 'length' as const, max: 5_000 },
      ],
    })),
  })
  const models = names.map((name) => `fake/${name}`)
  await runSetToEnd(page, { setId: set.id, models, repeats: 1, atOnce: 14 })
  const { runs } = await invoke(page, 'sets.runs', { setId: set.id })
  const [run] = runs
  if (run === undefined) throw new Error('expected a run')
  for (let prompt = 0; prompt < tasks; prompt++) {
    const place = { runId: run.id, prompt, repeat: 0 }
    await invoke(page, 'sets.answers', { runId: run.id, prompt })
    const { answers } = await invoke(page, 'sets.ballot', place)
    const best = answers.find(({ key }) => key === models[prompt === 7 ? 2 : 0])
    if (best === undefined) throw new Error('expected the answer of a model')
    const tags = [prompt < 11 ? 'code' : 'letters']
    await invoke(page, 'sets.vote', { ...place, result: 'best', answerIds: [best.answerId], tags })
  }
}
