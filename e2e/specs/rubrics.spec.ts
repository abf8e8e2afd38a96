import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { runSetToEnd } from '../helpers/pages/run-set.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({
  appOptions: {
    models: {
      good: saying('It is Paris.'),
      other: saying('It is Paris, in France.'),
      marker: saying('{"why": "Short.", "quote": "in France", "mark": "pass"}'),
    },
  },
})

test('criteria are written, judged one by one with quotes, and rated blind with keys', async ({ page }) => {
  const { set } = await invoke(page, 'sets.create', { name: 'Towers', prompts: ['Where?', 'Where else?'] })
  await runSetToEnd(page, { setId: set.id, models: ['fake/good', 'fake/other'], repeats: 1 })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  await sets.getByRole('button', { name: /^Towers/ }).press('Enter')
  await sets.getByRole('button', { name: 'Criteria…' }).press('Enter')
  await page.keyboard.type('Short')
  await sets.getByRole('combobox', { name: 'Scale' }).selectOption('Pass or fail')
  await sets.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(sets.getByRole('button', { name: 'Criteria…' })).toBeFocused()

  await sets.getByRole('region', { name: 'Runs' }).getByRole('button').press('Enter')
  await sets.getByRole('button', { name: 'Judge…' }).press('Enter')
  await sets.getByRole('checkbox', { name: 'By your criteria' }).check()
  await sets.getByRole('combobox', { name: 'Choose the judge' }).press('Enter')
  await page.keyboard.type('marker')
  await page.keyboard.press('Enter')
  await expect(sets).toContainText('4 requests.')
  await sets.getByRole('button', { name: 'Start judging' }).press('Enter')
  await sets.getByText('good – · other 100%').click()
  await expect(sets.getByRole('row', { name: /^Short/ })).toContainText('Not measured (0 of 20 blind marks)')
  await expect(sets).toContainText('marks without a quote from the answer (2)')

  await sets.getByRole('button', { name: 'Blind' }).press('Enter')
  await expect(sets.getByText('good – · other 100%')).toHaveCount(0)
  const grid = sets.getByRole('table', { name: 'Result' })
  await grid.getByRole('row').nth(2).getByRole('button').first().press('Enter')
  const rated = sets.getByRole('group', { name: 'Short' })
  await expect(rated.first().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('f')
  await page.keyboard.press('p')
  await expect(sets.getByRole('group', { name: 'Vote', exact: true })).toBeFocused()
  await expect(rated.first().getByRole('button', { pressed: true })).toHaveText('Fail')
  await expect(rated.last().getByRole('button', { pressed: true })).toHaveText('Pass')
  await sets.getByRole('button', { name: 'Show models' }).press('Enter')
  await expect(sets).toContainText('Short: Pass Judge marker')
  await expect(sets).toContainText('Not in the answer, so the mark does not count.')
})
