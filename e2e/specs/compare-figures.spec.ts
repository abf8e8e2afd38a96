import type { Page } from '@playwright/test'

import { proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'

// Speeds are shown for answers that take half a second or more, also if their first tokens are read late.
const quick = completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 50 }])
const long = completeStream([{ type: 'tokens', tokens: proseTokens(80), perSecond: 30 }])

test.use({ appOptions: { models: { quick, long } } })

function clipboardText(page: Page): Promise<string> {
  return page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  )
}

test('the metrics show which answer was faster, also in words, and no speed for a handful of tokens; those of all answers are summed', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const compare = new Compare(page)
  const opener = page.getByRole('button', { name: 'Metrics' })
  const dialog = page.getByRole('dialog', { name: 'Metrics' })
  const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')

  await test.step('shows no speed for a handful of tokens, and labels each line of the progress chart with a letter', async () => {
    await compare.begin(['fake/quick', 'fake/long', 'fake/error-401', 'fake/brief'])
    await compare.ask('Which is faster?')
    for (const number of [1, 2, 4]) await expect(compare.pane(number).status).toHaveText('Done')
    await expect(compare.pane(3).status).toHaveText('Failed')
    await expect(compare.pane(1).region.getByTitle('Tokens per second')).toHaveText(/^\d+ tok\/s$/)
    await expect(compare.pane(4).region.getByTitle('Tokens per second')).toHaveCount(0)
    const race = page.getByRole('region', { name: 'Progress' })
    await expect(race).toContainText(/A [\d.]+ s · \d+\/s/)
    await race.getByRole('button').press('Enter')
    await expect(race.getByRole('row')).toHaveCount(5)
    const labels = await race.locator('[data-slot="race-label"] > span').allTextContents()
    expect(labels.toSorted().join('')).toMatch(/^A?BD$/)
  })

  await test.step('the metrics show which answer was faster, also in words, and can be exported as text', async () => {
    await opener.click()
    await expect(row('Tokens per second')).toHaveText([/^\d+, fastest$/, /^\d+$/, '–', '–'])
    await expect(row('Total time')).toHaveText([/s$/, /s$/, /./, /, shortest$/])
    await expect(row('Output tokens')).toHaveText(['60', '80', '–', /^\d+$/])
    await expect(row('Words')).toHaveText([/^\d+$/, /^\d+$/, /./, '4'])
    await expect(row('Status')).toHaveText(['Finished', 'Finished', 'Failed', 'Finished'])

    await dialog.getByRole('button', { name: 'Copy as CSV' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const lines = (await clipboardText(page)).split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toMatch(/^A,fake\/quick,,[\d.]+,[\d.]+,[\d.]+,[\d.]+,\d*,60,/)
    expect(lines[3]).toMatch(/^C,fake\/error-401,.*,Failed$/)
    await dialog.getByRole('button', { name: 'Copy as Markdown' }).click()
    await expect
      .poll(() => clipboardText(page))
      .toMatch(/^\| Pane \| Model \|.*\n\| --- .*\n\| A \| quick \|/)
    await page.keyboard.press('Escape')
  })

  await test.step('the metrics of all answers are summed, and everything works by keyboard alone', async () => {
    await compare.ask('And again?')
    for (const number of [1, 2, 4]) {
      await expect(compare.pane(number).answers).toHaveCount(2)
      await expect(compare.pane(number).status).toHaveText('Done')
    }
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(row('Output tokens')).toHaveText(['60', '80', '–', /^\d+$/])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(row('Output tokens')).toHaveText(['120', '160', '–', /^\d+$/])
    await expect(row('Answers')).toHaveText(['2 answers', '2 answers', /./, '2 answers'])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})
