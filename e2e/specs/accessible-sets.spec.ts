import type { Locator, Page } from '@playwright/test'

import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { setAppearance } from '../helpers/pages/accessibility.ts'
import { Inspections } from '../helpers/pages/inspections.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({
  appOptions: {
    models: {
      good: saying('It is Paris.'),
      other: saying('It is Rome, in Italy.'),
      judge: saying('{"why": "The first one is right.", "better": "1", "mark": 4, "quote": "It is"}'),
    },
  },
})

const inspections = new Inspections()
test.afterAll(() => {
  console.log(inspections.table())
})

test('prompt sets: no accessibility violations in either theme', async ({ page }) => {
  const look = inspections.of(page, 'prompt sets')
  await setAppearance(page, { theme: 'light' })
  await invoke(page, 'settings.set', { compareModels: ['fake/good', 'fake/other'] })
  await invoke(page, 'lineUps.save', {
    name: 'With a gap',
    panes: [{ model: 'fake/good', params: { temperature: 0.5 } }, { model: 'fake/gone' }],
  })
  await invoke(page, 'sets.create', {
    name: 'Capitals',
    prompts: [
      {
        text: 'What is the capital of France?',
        checks: [{ kind: 'contains', value: 'Paris' }, { kind: 'json' }],
      },
      'And of Italy?',
    ],
  })
  await page.keyboard.press('Alt+Shift+S')
  const sets = page.getByRole('region', { name: 'Prompt sets' })
  const button = (name: string | RegExp) => sets.getByRole('button', { name })
  await button(/^Capitals/).waitFor()
  await look('list')
  await button(/^Capitals/).click()
  await button('Add prompt').waitFor()
  await look('set')
  await button('Criteria…').click()
  await page.keyboard.type('Friendly')
  await look('criteria')
  await button('Save').click()
  const { session } = await invoke(page, 'sessions.create', { model: 'fake/good' })
  await invoke(page, 'runs.send', { sessionId: session.id, text: 'What does anna@example.org want?' })
  await button('From chats…').click()
  await sets.getByRole('listbox', { name: 'Questions from your chats' }).getByRole('option').click()
  await sets.locator('mark').waitFor()
  await look('questions of chats')
  await button('Cancel').click()
  const rows = ['question,system,city', 'Where is {{city}}?,Be brief.,Rome', ',,Paris']
  await sets
    .locator('input[type=file]')
    .setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  const mapping = page.getByRole('dialog', { name: 'Import prompts' })
  await mapping.getByText('Row 2: no prompt.').waitFor()
  await look('import')
  await page.keyboard.press('Escape')
  await button(/^What is the capital/).click()
  await look('prompt')
  await button('Cancel').click()
  await button('Run…').click()
  await sets.getByRole('combobox', { name: 'Use a line-up…' }).selectOption('With a gap')
  await sets.getByRole('alert').waitFor()
  await look('line-up with a model that is gone')
  await chooseAgain(page, sets)
  await sets.getByText('4 answers.').waitFor()
  await button('Start run').click()
  await sets.getByText('4 of 4 answers · complete').waitFor()
  await button('Judge…').click()
  await sets.getByRole('combobox', { name: 'Choose the judge' }).click()
  await page.keyboard.type('judge')
  await page.keyboard.press('Enter')
  await sets.getByText('4 requests.').waitFor()
  await button('Start judging').click()
  await sets.getByText(/Judge judge · 4 of 4 requests · complete/).waitFor()
  await button('Judge…').click()
  await sets.getByRole('checkbox', { name: 'By your criteria' }).check()
  await sets.getByRole('combobox', { name: 'Choose the judge' }).click()
  await page.keyboard.type('judge')
  await page.keyboard.press('Enter')
  await look('judge form')
  await button('Start judging').click()
  await sets.getByText('other 75%').click()
  await look('result with marks')
  await button('Blind').click()
  await sets.getByText('Shown after the vote').first().waitFor()
  await look('blind result')
  const row = sets.getByRole('table', { name: 'Result' }).getByRole('row').nth(1)
  await row.getByRole('button').first().click()
  await sets.getByRole('group', { name: 'Vote', exact: true }).waitFor()
  await look('ballot')
  for (const key of ['4', '4', 'a']) await page.keyboard.press(key)
  await sets.getByText('Blind vote').waitFor()
  await look('vote')
  await button('All answers').click()
  await expect(sets).toContainText('Is JSON: failed.')
  await look('answers')
  await page.getByRole('link', { name: 'Capitals' }).click()
  await button('Watch…').click()
  await sets.getByRole('combobox', { name: 'Control' }).waitFor()
  await look('watch form')
  await sets.getByRole('button', { name: 'Watch', exact: true }).click()
  await button('Run now').click()
  await sets.getByText('other: no change beyond chance.').waitFor()
  await look('watch')
})

/** Replaces the models of the run form with two that answer. */
async function chooseAgain(page: Page, sets: Locator): Promise<void> {
  const second = sets.getByRole('combobox', { name: 'Model 2' })
  await second.click()
  await page.keyboard.type('other')
  await page.keyboard.press('Enter')
}
