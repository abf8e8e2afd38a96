import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../../e2e/fake-provider/script.ts'
import type { LiveApp } from '../../e2e/helpers/live-app.ts'
import { runSetToEnd } from '../../e2e/helpers/pages/run-set.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { Scene } from './scene.ts'
import { removeSets } from './set-scenes.ts'

/** A prompt set with criteria for its answers. */
export const rubricScenes: Readonly<Record<string, Scene>> = {
  'sets-rubric-editor': async (page, app) => {
    const region = await openSet(page, app)
    await region.getByRole('button', { name: 'Criteria…' }).click()
    await region.getByRole('group', { name: 'Criterion 2' }).waitFor()
  },
  'sets-rubric-rating': async (page, app) => {
    const region = await openSet(page, app)
    await region.getByRole('button', { name: /complete/ }).click()
    await region.getByRole('row').nth(1).getByRole('button').first().click()
    await region.getByRole('group', { name: 'Friendly' }).first().getByRole('button', { name: '1' }).focus()
    await page.keyboard.press('4')
    await page.keyboard.press('p')
  },
  'sets-rubric-result': async (page, app) => {
    const region = await openJudged(page, app)
    await region
      .getByText(/^rubric-kind \d/)
      .first()
      .click()
    await region.getByText('All, by weight').waitFor()
  },
  'sets-rubric-marks': async (page, app) => {
    const region = await openJudged(page, app)
    await region.getByRole('row').nth(1).getByRole('button').first().click()
    await region.getByRole('heading', { name: 'Marks' }).scrollIntoViewIfNeeded()
  },
}

const say = (text: string) => completeStream([{ type: 'tokens', tokens: [text] }])

const answers = {
  'rubric-kind':
    'Thank you for asking! Your parcel left Hamburg this morning, and should reach you on **Tuesday**.',
  'rubric-curt': 'Tuesday. It left Hamburg.',
}

async function openSet(page: Page, { fake }: LiveApp): Promise<Locator> {
  await removeSets(page)
  for (const [model, text] of Object.entries(answers)) fake.script(model, say(text))
  fake.script('rubric-judge', ({ body }) => {
    const asked = JSON.stringify(body)
    const isKind = asked.includes('Thank you for asking')
    if (asked.includes('Names the day')) {
      return say(
        `{"why": "It names Tuesday.", "quote": "${isKind ? 'on Tuesday' : 'Tuesday'}", "mark": "pass"}`,
      )
    }
    const said = isKind ? ['It greets.', 'Thank you for asking!', 5] : ['It is curt.', 'No greeting', 2]
    return say(JSON.stringify({ why: said[0], quote: said[1], mark: said[2] }))
  })
  const { set } = await invoke(page, 'sets.create', {
    name: 'Parcels',
    prompts: ['Where is my parcel?', 'When does my parcel arrive?', 'Is my parcel late?'],
  })
  await invoke(page, 'sets.setRubric', {
    setId: set.id,
    rubric: [
      {
        id: 'one',
        name: 'Friendly',
        description: 'A 5 greets and thanks; a 1 is rude.',
        scale: 'one-to-five',
        weight: 2,
      },
      { id: 'two', name: 'Names the day', description: '', scale: 'pass-fail', weight: 1 },
    ],
  })
  await runSetToEnd(page, {
    setId: set.id,
    models: Object.keys(answers).map((model) => `fake/${model}`),
    repeats: 1,
  })
  await page.keyboard.press('Alt+Shift+S')
  const region = page.getByRole('region', { name: 'Prompt sets' })
  await region.getByRole('button', { name: /^Parcels/ }).click()
  return region
}

async function openJudged(page: Page, app: LiveApp): Promise<Locator> {
  const region = await openSet(page, app)
  await region.getByRole('button', { name: /complete/ }).click()
  await region.getByRole('button', { name: 'Judge…' }).click()
  await region.getByRole('checkbox', { name: 'By your criteria' }).check()
  await region.getByRole('combobox', { name: 'Choose the judge' }).click()
  await page.keyboard.type('rubric-judge')
  await page.keyboard.press('Enter')
  await region.getByText('12 requests.').waitFor()
  await region.getByRole('button', { name: 'Start judging' }).click()
  await region.getByText(/12 of 12 requests · complete/).waitFor()
  return region
}
