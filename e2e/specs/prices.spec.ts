import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { millionEachWay } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const key = 'gsk-of-prices-4242'
const [dear, cheap] = ['llama-3.3-70b-versatile', 'llama-3.1-8b-instant']

test('shows prices with their date beside models, costs below answers, the cheapest pane, and what was spent', async ({
  startApp,
}) => {
  const served = await startFakeProvider({ apiKey: key })
  for (const model of [dear, cheap]) served.script(model, millionEachWay)
  const app = await startApp({
    provider: 'none',
    env: { GROQ_API_KEY: key, PARLEY_PRESET_ADDRESSES: JSON.stringify({ groq: served.baseUrl }) },
  })
  const desk = await app.openDesk()
  try {
    const page = await desk.openWindow()
    const settings = await openSettings(page, 'Models')
    await expect(settings.getByText(/prices in US dollars .*, as of \d{1,2} \w+ \d{4}/)).toBeVisible()
    const listed = settings.locator(`li[data-model-id="groq/${dear}"]`)
    await expect(listed).toContainText('$0.59 / $0.79')
    await page.keyboard.press('Escape')

    const chat = new Chat(page)
    await chat.beginByHand(`groq/${dear}`, 'What do you cost?')
    await expect(chat.answerThatIs('complete').getByTitle('Cost of this answer')).toHaveText('$1.38')

    // Which of the two models names the comparison depends on which ends last.
    await invoke(page, 'settings.set', { nameChats: false })
    const compare = new Compare(page)
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    for (const [position, model] of [dear, cheap].entries()) {
      // The list is too long to show it without searching.
      await compare
        .pane(position + 1)
        .region.getByRole('combobox', { name: 'Model' })
        .fill(model)
      await page.locator(`[role=option][data-model-id="groq/${model}"]`).click()
    }
    while ((await compare.panes.count()) > 2) {
      const last = compare.pane(await compare.panes.count()).region
      await last.getByRole('button', { name: 'Remove pane' }).click()
      await last.waitFor({ state: 'detached' })
    }
    await compare.ask('And both of you?')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    await page.getByRole('button', { name: 'Metrics' }).click()
    const costs = page
      .getByRole('dialog', { name: 'Metrics' })
      .getByRole('row', { name: /^Cost/ })
      .getByRole('cell')
    await expect(costs).toHaveText(['$1.38', /^\$0\.13, cheapest$/])
    await page.keyboard.press('Escape')

    await page.keyboard.press('Alt+U')
    const spending = page.getByRole('dialog', { name: 'Spending' })
    const total = spending.getByRole('status')
    await expect(total).toHaveText('$4.27')
    await expect(spending.getByRole('img')).toHaveAccessibleName(/The highest is \$4\.27/)
    await spending.getByLabel('Rows').selectOption('By purpose')
    const row = (name: string) => spending.getByRole('row', { name }).getByRole('cell')
    await expect(row('Answers in comparisons').first()).toHaveText('$1.51')
    await expect(row('Answers in chats').first()).toHaveText('$1.38')
    await expect(row('Titles').first()).toHaveText('$1.38')
    await spending.getByLabel('Stop at this many US dollars per day').fill('2')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: 'spending limit of $2.00' })).toBeVisible()
    await compare.ask('And once more?')
    await expect(compare.pane(1).region).toContainText('You have reached today’s spending limit of $2.00.')
    await compare.pane(1).region.getByRole('button', { name: 'Open spending' }).click()
    await expect(total).toHaveText('$4.27')
  } finally {
    await desk.close()
    await app.close()
    await served.close()
  }
})
