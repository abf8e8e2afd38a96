import type { Locator, Page } from '@playwright/test'

import { Compare, type PaneStatus } from '../../e2e/helpers/pages/compare.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { paneLetters } from '../../src/shared/sessions/sessions.ts'
import { walQuestion } from './samples/sample-models.ts'
import type { Scene } from './scene.ts'

const local = ['fake/qwen3:14b', 'fake/llama3.1:8b', 'fake/gemma3:12b', 'fake/mistral-small:24b']
const slow = ['fake/qwen3:14b-slow', 'fake/llama3.1:8b-slow', 'fake/gemma3:12b', 'fake/mistral-small:24b']
/** One that streams, one that is done, one that stays silent until it is stopped, and one that is refused. */
const mixed = ['fake/qwen3:14b-slow', 'fake/llama3.1:8b', 'fake/gemma3:12b-silent', 'fake/out-of-memory']

/** The comparison in each of its states. */
export const compareScenes: Readonly<Record<string, Scene>> = {
  'compare-new': async (page) => {
    await new Compare(page).begin(local.slice(0, 3))
  },
  'compare-blind-new': async (page) => {
    await new Compare(page).beginByHand(local.slice(0, 3))
    await page.keyboard.press('Alt+b')
    await page.getByRole('button', { name: 'Blind', pressed: true }).waitFor()
  },
  'compare-blind-waiting': async (page) => {
    await askedBlind(page, [...local.slice(0, 2), 'fake/stall'])
    await page.getByText('They appear together').waitFor()
  },
  'compare-blind-vote': async (page) => {
    await askedBlind(page, local.slice(0, 3))
    await page.getByText('Which answer is best?').waitFor()
  },
  'compare-blind-giving-up': async (page) => {
    await askedBlind(page, local.slice(0, 3))
    await page.getByRole('button', { name: 'Reveal without voting…' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'compare-blind-revealed': async (page) => {
    await askedBlind(page, local.slice(0, 3))
    await page.getByRole('button', { name: 'Answer B is best' }).click()
    await page.getByText('Blind vote').waitFor()
  },
  'compare-new-eight': async (page) => {
    await new Compare(page).begin([...local, ...local])
  },
  'compare-line-ups': async (page) => {
    const compare = new Compare(page)
    await compare.begin(local.slice(0, 3))
    await page.keyboard.press('Alt+L')
    const saved = page.getByRole('button', { name: 'Use the line-up Small local models' })
    await saved.or(page.getByText('A line-up saves')).waitFor()
    // Other sizes and themes use the same store.
    if ((await saved.count()) > 0) return
    const name = page.getByRole('textbox', { name: 'Name of the line-up' })
    await name.fill('Small local models')
    await name.press('Enter')
    await saved.waitFor()
  },
  'compare-sweep': async (page) => {
    await new Compare(page).beginByHand(local.slice(0, 3))
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Vary one setting…' }).click()
    await page.getByRole('textbox', { name: 'Temperatures' }).fill('0 0.3 0.7 1')
  },
  'compare-pace': async (page) => {
    await new Compare(page).beginByHand(local.slice(0, 3))
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Pace…' }).click()
  },
  'compare-turns': async (page) => {
    await invoke(page, 'settings.set', { paneOrder: 'local-in-turn' })
    await asked(page, slow.slice(0, 4))
    await page.getByText('Waiting for its turn').first().waitFor()
    await invoke(page, 'settings.set', { paneOrder: 'together' })
  },
  'compare-two': async (page) => {
    await asked(page, local.slice(0, 2), 'Done')
  },
  'compare-three': async (page) => {
    const compare = await asked(page, slow.slice(0, 3))
    await compare.pane(3).answer.getByText('Recovery reads').waitFor({ state: 'attached' })
  },
  'compare-four': async (page) => {
    await mixedUp(page)
  },
  'compare-six': async (page) => {
    const compare = await asked(page, [...slow, ...local.slice(0, 2)])
    await compare.pane(5).status.getByText('Done').waitFor({ state: 'attached' })
  },
  'compare-eight': async (page) => {
    const compare = await asked(
      page,
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? 'fake/essay' : 'fake/steady')),
    )
    await compare.pane(7).answer.getByText('Section 2').waitFor({ state: 'attached' })
  },
  'compare-finished': async (page) => {
    await asked(page, local, 'Done')
  },
  'compare-waiting': async (page) => {
    const compare = await asked(page, ['fake/silent', 'fake/error-429-retry', 'fake/thinker'])
    await compare.pane(3).status.getByText('Done').waitFor({ state: 'attached' })
  },
  'compare-all-failed': async (page) => {
    await asked(page, ['fake/error-401', 'fake/out-of-memory', 'fake/error-503-html'], 'Failed')
  },
  'compare-hover': async (page) => {
    const compare = await asked(page, local.slice(0, 3), 'Done')
    await openPane(compare, 1)
    await compare.pane(1).answer.hover()
    await compare.pane(1).message.fill('And what does a checkpoint cost?')
  },
  'compare-continued': async (page) => {
    const compare = await asked(page, local.slice(0, 3), 'Done')
    await compare.ask('And what does a checkpoint cost?')
    await compare.pane(2).status.getByText('Streaming').waitFor({ state: 'attached' })
  },
  'compare-refused': async (page) => {
    const compare = await asked(page, ['fake/stall', 'fake/silent'])
    await compare.pane(1).answer.getByText('the a small model').waitFor()
    await compare.ask('Another question before any of them has ended')
    await page.getByRole('alert').waitFor()
  },
  'compare-long-names': async (page) => {
    const long = 'fake/a-family-with-a-very-long-name-instruct-2511-preview:70b-q4_K_M'
    const compare = new Compare(page)
    await compare.begin([long, long, 'fake/brief'])
    await setTemperature(page, 2, '0.2')
    await compare.ask(
      'A question that is so long that it does not fit into the title bar, nor into one line of a pane, and that has https://example.com/an/address/that/is/one/word/and/wider/than/a/column/of/the/comparison in it',
    )
    for (const number of [1, 2, 3]) await hasStatus(compare, number, 'Done')
  },
  'compare-variants': async (page) => {
    const compare = new Compare(page)
    await compare.begin(['fake/llama3.1:8b', 'fake/llama3.1:8b', 'fake/llama3.1:8b'])
    await setTemperature(page, 2, '0.2')
    await setTemperature(page, 3, '1.4')
    await compare.ask(walQuestion)
    for (const number of [1, 2, 3]) await hasStatus(compare, number, 'Done')
  },
  'compare-figures': async (page) => {
    await mixedUp(page)
    await openFigures(page)
  },
  'compare-figures-eight': async (page) => {
    const compare = await asked(page, [
      ...local,
      'fake/brief',
      'fake/reasoning',
      'fake/stall',
      'fake/error-401',
    ])
    await hasStatus(compare, 1, 'Done')
    await openFigures(page)
  },
  'compare-maximised': async (page) => {
    const compare = await asked(page, local.slice(0, 3), 'Done')
    await openPane(compare, 1)
    await compare.pane(1).message.focus()
    await page.keyboard.press('Alt+m')
  },
  'compare-grid': async (page) => {
    await asked(page, [...local.slice(0, 2), ...slow].slice(0, 4), 'Done')
    await page.getByRole('button', { name: 'Layout', exact: true }).click()
    await page.getByRole('menuitemradio', { name: /2 × 2/ }).click()
    await page.getByRole('button', { name: 'Layout', exact: true }).click()
  },
  'compare-strip-eight': async (page) => {
    const compare = await asked(page, [...slow, ...local])
    await hasStatus(compare, 6, 'Done')
    await openPane(compare, 2)
    await compare.pane(2).message.focus()
    // If only one pane fits, it is already large.
    if ((await page.getByRole('button', { name: /^Show pane/ }).count()) === 0)
      await page.keyboard.press('Alt+m')
  },
  'compare-menu': async (page) => {
    const compare = await asked(page, local.slice(0, 2), 'Done')
    await compare.pane(2).region.getByRole('button', { name: 'Actions for pane B' }).click()
  },
  'compare-picker': async (page) => {
    const compare = new Compare(page)
    await compare.begin(local.slice(0, 3))
    await showPane(page, 2)
    await compare.pane(2).region.getByRole('combobox', { name: 'Model' }).click()
    await page.locator('[role=option]').first().waitFor()
  },
  'compare-settings': async (page) => {
    await new Compare(page).begin(['fake/brief', 'fake/brief'])
    await page.getByRole('button', { name: 'Actions for pane B' }).click()
    await page.getByRole('menuitem', { name: 'Model settings…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('System prompt')
      .fill('You answer in one paragraph, and name what you are not sure of.')
    await dialog.getByLabel('Temperature').fill('0.2')
    await dialog.getByLabel('Top p').fill('7')
  },
  'compare-promoted': async (page) => {
    const compare = await asked(page, local.slice(0, 2), 'Done')
    await compare.pane(2).region.getByRole('button', { name: 'Actions for pane B' }).click()
    await page.getByRole('menuitem', { name: 'Continue as chat' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  },
}

/** Sends a question to a blind comparison. */
async function askedBlind(page: Page, models: readonly string[]): Promise<void> {
  const compare = new Compare(page)
  await compare.begin(models, { isBlind: true })
  await compare.ask(walQuestion)
  await page.getByText('Contestant A').waitFor()
}

/** Starts a comparison and sends a prompt; waits until all panes have this status. */
async function asked(page: Page, models: readonly string[], status?: PaneStatus): Promise<Compare> {
  const compare = new Compare(page)
  await compare.begin(models)
  await compare.ask(walQuestion)
  if (status === undefined) return compare
  for (const position of models.keys()) await hasStatus(compare, position + 1, status)
  return compare
}

/** One that streams, one done, one stopped and one that failed. */
export async function mixedUp(page: Page): Promise<Compare> {
  const compare = await asked(page, mixed)
  await hasStatus(compare, 2, 'Done')
  await compare.pane(3).answer.getByText('as a whole').waitFor({ state: 'attached' })
  await compare.pane(3).stop.click()
  await hasStatus(compare, 3, 'Stopped')
  await hasStatus(compare, 4, 'Failed')
  return compare
}

function hasStatus(compare: Compare, number: number, status: PaneStatus): Promise<void> {
  return compare.pane(number).status.getByText(status).waitFor({ state: 'attached', timeout: 20_000 })
}

/** Opens a pane from the strip. */
async function openPane(compare: Compare, number: number): Promise<void> {
  const thumb: Locator = compare
    .pane(number)
    .region.locator('..')
    .getByRole('button', { name: /^Show pane/ })
  if ((await thumb.count()) > 0) await thumb.click()
}

/** In a small window, the other panes are in the strip. */
async function showPane(page: Page, number: number): Promise<void> {
  const show = page.getByRole('button', { name: `Show pane ${paneLetters[number - 1]}` })
  if (await show.isVisible()) await show.click()
}

async function setTemperature(page: Page, number: number, temperature: string): Promise<void> {
  await showPane(page, number)
  await page.getByRole('button', { name: `Actions for pane ${paneLetters[number - 1]}` }).click()
  await page.getByRole('menuitem', { name: 'Model settings…' }).click()
  await page.getByRole('dialog').getByLabel('Temperature').fill(temperature)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function openFigures(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Metrics' }).click()
  await page.getByRole('dialog', { name: 'Metrics' }).getByText('Failed').waitFor({ state: 'attached' })
}
