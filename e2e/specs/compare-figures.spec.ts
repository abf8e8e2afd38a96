import type { Page } from '@playwright/test'

import { proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'

const quick = completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 50 }])
const long = completeStream([{ type: 'tokens', tokens: proseTokens(120), perSecond: 40 }])

test.use({ appOptions: { models: { quick, long } } })

function clipboardText(page: Page): Promise<string> {
  return page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  )
}

test('the metrics show which answer was faster and longer, also in words, and no speed for a handful of tokens', async ({
  page,
}) => {
  await test.step('the metrics show which answer was faster and longer, also in words, and can be exported as text', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const compare = new Compare(page)
    await compare.begin(['fake/quick', 'fake/long', 'fake/error-401', 'fake/brief'])
    await compare.ask('Which is faster?')
    for (const number of [1, 2, 4]) await expect(compare.pane(number).status).toHaveText('Done')
    await expect(compare.pane(3).status).toHaveText('Failed')

    await page.getByRole('button', { name: 'Metrics' }).click()
    const dialog = page.getByRole('dialog', { name: 'Metrics' })
    const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
    await expect(row('Tokens per second')).toHaveText([/^\d+, fastest$/, /^\d+$/, '–', '–'])
    await expect(row('Total time')).toHaveText([/s$/, /s$/, /./, /, shortest$/])
    await expect(row('Output tokens')).toHaveText(['60', '120, most', '–', /^\d+$/])
    await expect(row('Words')).toHaveText([/^\d+$/, /^\d+, longest$/, /./, '4'])
    await expect(row('Status')).toHaveText(['Finished', 'Finished', 'Failed', 'Finished'])

    await dialog.getByRole('button', { name: 'Copy as CSV' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const lines = (await clipboardText(page)).split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toMatch(/^A,fake\/quick,,[\d.]+,,[\d.]+,[\d.]+,\d*,60,/)
    expect(lines[3]).toMatch(/^C,fake\/error-401,.*,Failed$/)
    await dialog.getByRole('button', { name: 'Copy as Markdown' }).click()
    await expect
      .poll(() => clipboardText(page))
      .toMatch(/^\| Pane \| Model \|.*\n\| --- .*\n\| A \| quick \|/)
  })

  await test.step('shows no speed for a handful of tokens, and labels each line of the progress chart with a letter', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/quick'])
    await compare.ask('How fast are five tokens?')
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Done')
    await expect(compare.pane(1).region.getByTitle('Tokens per second')).toHaveCount(0)
    await expect(compare.pane(3).region.getByTitle('Tokens per second')).toHaveText(/^\d+ tok\/s$/)
    const race = page.getByRole('region', { name: 'Progress' })
    await expect(race.getByRole('row')).toHaveCount(4)
    const labels = await race.locator('[data-slot="race-label"] > span').allTextContents()
    expect(labels.toSorted().join('')).toMatch(/C$/)
  })
})

test('the metrics of all answers are summed, and everything works by keyboard alone', async ({ page }) => {
  const compare = new Compare(page)
  await compare.begin(['fake/quick', 'fake/long'])
  for (const [turn, question] of ['Once', 'Twice'].entries()) {
    await compare.ask(question)
    for (const number of [1, 2]) {
      await expect(compare.pane(number).answers).toHaveCount(turn + 1)
      await expect(compare.pane(number).status).toHaveText('Done')
    }
  }
  const opener = page.getByRole('button', { name: 'Metrics' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Metrics' })
  const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
  await expect(row('Output tokens')).toHaveText(['60', '120, most'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row('Output tokens')).toHaveText(['120', '240, most'])
  await expect(row('Answers')).toHaveText(['2 answers', '2 answers'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
