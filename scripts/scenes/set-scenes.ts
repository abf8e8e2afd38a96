import type { Locator, Page } from '@playwright/test'

import { startBatchFakes } from '../../src/main/providers/testing/batch-fakes.ts'
import { completeStream } from '../../e2e/fake-provider/script.ts'
import type { LiveApp } from '../../e2e/helpers/live-app.ts'
import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'
import type { Scene } from './scene.ts'
import { runSetToEnd } from '../../e2e/helpers/pages/run-set.ts'

/** Prompt sets: the list, a set, the form of a run, its grid, and the answers to one prompt. */
export const setScenes: Readonly<Record<string, Scene>> = {
  'sets-list': async (page, app) => {
    await openSets(page, app)
  },
  'sets-set': async (page, app) => {
    await openSet(page, app)
  },
  'sets-prompt': async (page, app) => {
    const region = await openSet(page, app)
    const prompts = region.getByRole('list', { name: 'Prompts' })
    await prompts.getByRole('listitem').last().getByRole('button').click()
    await region.getByText('On the answers of the last run').waitFor()
  },
  'sets-import': async (page, app) => {
    const region = await openSet(page, app)
    const rows = [
      'question,system,land,note',
      'Was ist die Hauptstadt von {{land}}?,Antworte mit einem Wort.,Frankreich,einfach',
      'Welche Stadt regiert {{land}}?,,Italien,',
      ',,Kanada,leer',
    ]
    await region
      .locator('input[type=file]')
      .setInputFiles({ name: 'capitals.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    await page.getByRole('dialog', { name: 'Import prompts' }).getByText('Skipped rows').waitFor()
  },
  'sets-add': async (page, app) => {
    const { sets } = await invoke(page, 'sets.list', {})
    if (sets.length === 0) await addSets(page, app)
    const chat = new Chat(page)
    await chat.begin('fake/steady', 'Which river flows through Vienna?')
    await chat.answerThatIs('complete').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Add to prompt set' })
    await dialog.getByRole('button', { name: /^Capitals/ }).waitFor()
  },
  'sets-added': async (page, app) => {
    await setScenes['sets-add']?.(page, app)
    await page.getByRole('button', { name: /^Capitals/ }).click()
    await page.getByText('Added to').waitFor()
  },
  'sets-row-choice': async (page, app) => {
    await openSets(page, app)
    const { sets } = await invoke(page, 'sets.list', {})
    const set = sets.find(({ name }) => name === 'Support questions')
    if (set === undefined) throw new Error('the sample set is missing')
    const models = Array.from({ length: 9 }, (_, index) => ({
      model: 'fake/steady',
      params: { seed: index },
    }))
    app.fake.script('steady', completeStream([{ type: 'tokens', tokens: ['Open the settings.'] }]))
    await runSetToEnd(page, { setId: set.id, models, repeats: 1, atOnce: 9 })
    const region = page.getByRole('region', { name: 'Prompt sets' })
    await region.getByRole('button', { name: /^Support/ }).click()
    await region
      .getByRole('button', { name: /complete/ })
      .first()
      .click()
    await region.getByRole('button', { name: 'Blind' }).click()
    await region.getByRole('button', { name: /^Open as comparison/ }).click()
    await page.getByRole('dialog', { name: 'Choose answers to compare' }).waitFor()
  },
  'sets-run-form': async (page, app) => {
    const region = await openSet(page, app)
    await region.getByRole('button', { name: 'Run…' }).click()
    await region.getByText(/answers\./).waitFor()
  },
  'sets-batch-form': async (page, app) => {
    await openBatchForm(page, app)
  },
  'sets-batch-wait': async (page, app) => {
    const region = await openBatchForm(page, app)
    await region.getByRole('button', { name: 'Start run' }).click()
    await region.getByText('Waiting for the batch').waitFor()
  },
  'sets-batch-stopped': async (page, app) => {
    await setScenes['sets-batch-wait']?.(page, app)
    const region = page.getByRole('region', { name: 'Prompt sets' })
    await region.getByRole('button', { name: 'Stop run' }).click()
    await region.getByText('at half the price').waitFor()
  },
  'sets-result-earlier': async (page, app) => {
    const region = await openSet(page, app)
    await region.getByRole('button', { name: 'Run…' }).click()
    await region.getByRole('button', { name: 'Remove' }).last().click()
    await region.getByRole('checkbox', { name: /earlier answers/ }).check()
    await region.getByRole('button', { name: 'Start run' }).click()
    await region.getByRole('columnheader', { name: /^Earlier answer/ }).waitFor()
    await region.getByText(/complete/).waitFor()
  },
  'sets-ballot-some': async (page, app) => {
    await setScenes['sets-row-choice']?.(page, app)
    await page.keyboard.press('Escape')
    const region = page.getByRole('region', { name: 'Prompt sets' })
    await region.getByRole('button', { name: 'Blind' }).click()
    await region.getByRole('button', { name: /^Vote on/ }).click()
    await region.getByRole('group', { name: 'Vote', exact: true }).waitFor()
  },
  'sets-result': async (page, app) => {
    await openResult(page, app)
  },
  'sets-result-blind': async (page, app) => {
    const region = await openResult(page, app)
    await region.getByRole('button', { name: 'Blind' }).click()
    await region.getByText('Shown after the vote').first().waitFor()
  },
  'sets-ballot': async (page, app) => {
    const region = await openResult(page, app)
    await region.getByRole('button', { name: 'Blind' }).click()
    await region.getByRole('row').nth(1).getByRole('button').first().click()
    await region.getByRole('group', { name: 'Vote', exact: true }).waitFor()
  },
  'sets-answers': async (page, app) => {
    // In a set whose results were shown blind, a model cannot judge.
    await removeSets(page)
    const region = await openResult(page, app)
    await judgeDifferences(page)
    await region.getByRole('row').nth(1).getByRole('button').first().click()
    await region.getByText('Earlier run').waitFor()
    await region.getByText('Verdicts on differences').scrollIntoViewIfNeeded()
  },
  'sets-watch': async (page, app) => {
    const region = await openSet(page, app)
    await region.getByRole('button', { name: 'Watch…' }).click()
    await region.getByRole('combobox', { name: 'Control' }).selectOption('steady')
    await region.getByRole('button', { name: 'Watch', exact: true }).click()
    for (const count of [1, 2, 3]) {
      await region.getByRole('button', { name: 'Run now' }).click()
      await region
        .getByRole('row', { name: `of ${8 * count} pairs` })
        .first()
        .waitFor()
    }
  },
  'sets-judged': async (page, app) => {
    const region = await openResult(page, app)
    await region.getByRole('button', { name: 'Judge…' }).click()
    await region.getByRole('combobox', { name: 'Choose the judge' }).click()
    await page.keyboard.type('tower-judge')
    await page.keyboard.press('Enter')
    await region.getByRole('button', { name: 'Start judging' }).click()
    await region
      .getByText(/complete/)
      .nth(1)
      .waitFor()
  },
}

/** Asks a model to judge a row of the differences between the answers to each prompt of the newest run. */
async function judgeDifferences(page: Page): Promise<void> {
  const { sets } = await invoke(page, 'sets.list', {})
  const { runs } = await invoke(page, 'sets.runs', {})
  const capitals = sets.find(({ name }) => name === 'Capitals')
  const run = runs.find(({ setId }) => setId === capitals?.id)
  if (run === undefined) throw new Error('expected a run')
  const places = Array.from({ length: run.cells / run.models.length }, (_, place) => ({
    prompt: Math.floor(place / run.repeats),
    repeat: place % run.repeats,
  }))
  for (const place of places) {
    const { comparison } = await invoke(page, 'sets.openComparison', { runId: run.id, ...place })
    const pages = await Promise.all(
      comparison.panes.map(({ sessionId }) => invoke(page, 'sessions.get', { sessionId })),
    )
    const answers = pages.flatMap(({ messages }) => messages.at(-1) ?? [])
    const texts = answers.map((answer) => messageText(answer))
    if (new Set(texts).size < texts.length) continue
    const passages = answers.map(({ id }, index) => {
      const range: [number, number] = [0, texts[index]?.length ?? 0]
      return { messageId: id, range }
    })
    await invoke(page, 'differences.judge', { model: 'fake/tower-judge', passages })
  }
}

/** Without those that other scenes have left. */
export async function removeSets(page: Page): Promise<void> {
  const { sets } = await invoke(page, 'sets.list', {})
  for (const { id } of sets) await invoke(page, 'sets.delete', { setId: id })
}

async function openSets(page: Page, app: LiveApp): Promise<Locator> {
  const { sets } = await invoke(page, 'sets.list', {})
  if (sets.length === 0) await addSets(page, app)
  await page.keyboard.press('Alt+Shift+S')
  const region = page.getByRole('region', { name: 'Prompt sets' })
  await region.getByRole('listitem').first().waitFor()
  return region
}

async function openSet(page: Page, app: LiveApp): Promise<Locator> {
  const region = await openSets(page, app)
  await region.getByRole('button', { name: /^Capitals/ }).click()
  await region
    .getByRole('button', { name: /^(Run…|Cancel)$/ })
    .first()
    .waitFor()
  // A prompt that an earlier scene has opened is still being edited.
  const cancel = region.getByRole('button', { name: 'Cancel' })
  if (await cancel.isVisible()) await cancel.click()
  return region
}

/** The form of a run that asks one model in a batch, and another directly. */
async function openBatchForm(page: Page, app: LiveApp): Promise<Locator> {
  const services = await startBatchFakes()
  page.once('close', () => void services.close())
  const model = 'openai/gpt-4o'
  const baseUrl = services.baseUrl('openai')
  await invoke(page, 'providers.save', { id: 'openai', kind: 'openai', baseUrl, apiKey: 'key' })
  await invoke(page, 'models.update', { model, price: { input: 2, output: 8 } })
  const { lineUps } = await invoke(page, 'lineUps.list', {})
  if (lineUps.length === 0) {
    await invoke(page, 'lineUps.save', { name: 'Batch', panes: [{ model }, { model: 'fake/steady' }] })
  }
  const region = await openSet(page, app)
  await region.getByRole('button', { name: 'Run…' }).click()
  await region.getByRole('combobox', { name: 'Use a line-up…' }).selectOption('Batch')
  await region.getByRole('checkbox', { name: /^As a batch/ }).check()
  return region
}

/** The grid of the newest run. */
export async function openResult(page: Page, app: LiveApp): Promise<Locator> {
  const region = await openSet(page, app)
  await region
    .getByRole('button', { name: /complete/ })
    .first()
    .click()
  await region.getByText(/regressions? .*earlier run/).waitFor()
  return region
}

async function addSets(page: Page, { fake }: LiveApp): Promise<void> {
  await invoke(page, 'sets.create', { name: 'Support questions', prompts: ['How do I reset my password?'] })
  const countries = ['France', 'Italy', 'Australia', 'Canada', 'Brazil', 'Turkey', 'Switzerland', 'Morocco']
  const { set } = await invoke(page, 'sets.create', {
    name: 'Capitals',
    prompts: countries.map((country) => ({
      text: 'What is the capital of {{country}}? Answer with the name of the city.',
      values: { country },
      answer: {
        text: `The capital of ${country} is a city.`,
        usage: { model: 'fake/steady', costUsd: 0.002 },
        durationMs: 900,
      },
      checks: [
        { kind: 'length', max: 60 },
        { kind: 'matches', pattern: '^[A-Z]' },
        { kind: 'contains', value: 'city', ignoreCase: true, not: true },
      ],
    })),
  })
  const say = (model: string, texts: readonly string[]) => {
    let count = 0
    fake.script(model, () =>
      completeStream([{ type: 'tokens', tokens: [texts[count++ % texts.length] ?? ''] }]),
    )
  }
  say('steady', ['Paris'])
  say('newer', ['Paris'])
  const run = { setId: set.id, models: ['fake/steady', 'fake/newer'], repeats: 3, atOnce: 1 }
  await runSetToEnd(page, run)
  say('newer', [
    'Paris',
    'It is the city of Paris, on the river Seine, in the north of the country.',
    'Paris',
    'Rome',
  ])
  await runSetToEnd(page, run)
}
