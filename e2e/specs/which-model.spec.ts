import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { setAppearance } from '../helpers/pages/accessibility.ts'
import { Inspections } from '../helpers/pages/inspections.ts'
import { runSetToEnd } from '../helpers/pages/run-set.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import type { SetId } from '../../src/shared/ids.ts'

test.use({ appOptions: { models: { good: saying('It is Paris.'), other: saying('It is Rome.') } } })

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

test('the page says which model to take, opens what each figure is made of, and claims nothing too early', async ({
  page,
}) => {
  const look = inspections.of(page, 'which model')
  await setAppearance(page, { theme: 'light' })
  const links = page.getByRole('list', { name: 'Pages' })
  await expect(links.getByRole('link')).toHaveText(['Prompt sets', 'Ranking', 'Which model?'])
  await links.getByRole('link', { name: 'Which model?' }).click()
  const which = page.getByRole('region', { name: 'Which model?' })
  await expect(which.getByText('Nothing is known about your models yet')).toBeVisible()
  await look('empty')
  await which.getByRole('button', { name: 'Prompt sets' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Prompt sets' })).toBeVisible()

  const setId = await runOnBoth(page)
  await page.goBack()
  await expect(page).toHaveURL(/#\/which-model$/)
  // Nine prompts that only one passes settle it; a vote on one of them with a tag settles nothing for that tag.
  await expect(which.getByText('Take good.', { exact: true })).toBeVisible()
  await expect(
    which.getByText('Against other, it did better on 9 of 9 prompts whose checks tell them apart.').first(),
  ).toBeVisible()
  const early = which.getByRole('paragraph').filter({ hasText: 'For “letters”: Not settled between' })
  await expect(early).toContainText('Too early to say.')

  const figures = which.getByRole('region', { name: 'Figures' })
  const row = figures.getByRole('row', { name: /other/ })
  await expect(row.getByRole('button', { name: /^Checks passed of other: 0%/ })).toContainText('0 of 9')
  await expect(row).toContainText('unknown')
  await figures.getByRole('button', { name: 'Checks passed', exact: true }).press('Enter')
  await expect(figures.getByRole('row').nth(1)).toContainText('good')
  await figures.getByRole('button', { name: 'Checks passed', exact: true }).press('Enter')
  await expect(figures.getByRole('row').nth(1)).toContainText('other')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as HTML' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  expect(saved).toContain('Take good.')
  expect(saved).toContain('0 of 9')
  // It has not been scrolled to.
  expect(saved).toContain('Checks passed 0%')
  expect(saved).not.toContain('<button')

  await which.getByRole('heading', { name: 'By tag and prompt set' }).scrollIntoViewIfNeeded()
  const byTag = which.getByRole('region', { name: 'By tag and prompt set' })
  await expect(byTag.getByRole('columnheader')).toHaveText(['Model', 'letters', 'Capitals'])
  await look('figures')

  await page.getByRole('combobox', { name: 'What counts' }).selectOption('letters')
  await expect(which.getByText(/^For “letters”: Not settled between/)).toBeVisible()
  await expect(which.getByText('Take good.', { exact: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'What counts' }).selectOption('Everything')
  await expect(which.getByText('Take good.', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: /^Checks passed of other/ }).press('Enter')
  const parts = page.getByRole('dialog', { name: 'Checks passed: other' })
  await expect(parts.getByText('9 entries, newest first.')).toBeVisible()
  await expect(parts.getByRole('listitem').first()).toContainText('Failed · Contains')
  await look('parts')
  await parts
    .getByRole('button', { name: /^Capital/ })
    .first()
    .press('Enter')
  await expect(parts).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`#/sets/${setId}/[^/]+/\\d$`))
  await expect(page.getByRole('region', { name: 'other', exact: true }).first()).toContainText('Contains')
  await page.goBack()
  await expect(which.getByText('Take good.', { exact: true })).toBeVisible()

  const votes = Array.from({ length: 12 }, (_, index) => `more/${index},more/${index + 1},a`)
  await invoke(page, 'votes.import', { csv: ['a,b,result', ...votes].join('\n') })
  const more = figures.getByRole('button', { name: 'Show more' })
  await expect(more).toBeVisible()
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new Error('Refused')
    }
  })
  await page.getByRole('button', { name: 'Export as HTML' }).press('Enter')
  await expect(which.getByRole('alert')).toBeVisible()
  await more.press('Enter')
  await expect(figures.getByRole('row').nth(13).getByRole('button').first()).toBeFocused()
  await expect(figures.getByRole('row')).toHaveCount(16)
})

/** Nine prompts that only the first model passes, and a vote on the answers to one of them. */
async function runOnBoth(page: Page): Promise<SetId> {
  const { set } = await invoke(page, 'sets.create', {
    name: 'Capitals',
    prompts: Array.from({ length: 9 }, (_, index) => ({
      text: `Capital of country ${index}?`,
      checks: [{ kind: 'contains' as const, value: 'Paris' }],
    })),
  })
  const models = ['fake/good', 'fake/other']
  const { runId } = await runSetToEnd(page, { setId: set.id, models, repeats: 1, atOnce: 4 })
  const place = { runId, prompt: 0, repeat: 0 }
  const { answers } = await invoke(page, 'sets.ballot', place)
  const answerIds = answers.filter(({ text }) => text.includes('Rome')).map(({ answerId }) => answerId)
  await invoke(page, 'sets.vote', { ...place, result: 'best', answerIds, tags: ['letters'] })
  return set.id
}
