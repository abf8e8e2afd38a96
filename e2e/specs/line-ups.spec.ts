import type { Locator, Page } from '@playwright/test'

import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import { saying } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({ appOptions: { models: { one: saying('From one.'), two: saying('From two.') } } })

const setUp = async (page: Page, item: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog')
}
const asked = (app: { fake: FakeProvider }, text: string) =>
  app.fake.requests.filter(({ body }) => JSON.stringify(body).includes(text))
const panes = (page: Page) => new Compare(page).panes

test('by keyboard, panes are filled by a sweep and saved as a line-up; waiting panes send nothing, and a line-up whose model has disappeared says so', async ({
  page,
  app,
}) => {
  await test.step('by keyboard, panes are filled by a sweep, share a prompt and are saved as a line-up, which survives a reload', async () => {
    const compare = new Compare(page)
    await compare.beginByHand(['fake/one', 'fake/two'])

    const sweep = await setUp(page, 'Vary one setting…')
    await sweep.getByRole('textbox', { name: 'Temperatures' }).fill('0 0,5 3')
    await expect(sweep.getByRole('alert')).toContainText('from 0 to 2')
    await sweep.getByRole('textbox', { name: 'Temperatures' }).fill('0 0,5 1')
    await expect(sweep.getByRole('list', { name: 'Preview' }).getByRole('listitem')).toHaveText([
      'A temp 0',
      'B temp 0.5',
      'C temp 1',
    ])
    await page.keyboard.press('Enter')
    await expect(panes(page)).toHaveCount(3)
    await expect(compare.pane(2).region).toContainText('temp 0.5')

    const shared = await setUp(page, 'One system prompt for all…')
    await shared.getByRole('textbox', { name: 'System prompt' }).fill('Answer in one word.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(shared).toBeHidden()

    await page.keyboard.press('Alt+L')
    const lineUps = page.getByRole('dialog', { name: 'Line-ups' })
    await page.keyboard.type('Warm and cold')
    await page.keyboard.press('Enter')
    await expect(lineUps.getByRole('button', { name: 'Use the line-up Warm and cold' })).toContainText(
      'temp 0.5',
    )
    await page.keyboard.press('Escape')

    await page.reload()
    await expect(panes(page).first()).toBeVisible()
    await page.keyboard.press('Alt+L')
    await lineUps.getByRole('button', { name: 'Rename the line-up Warm and cold' }).press('Enter')
    await page.keyboard.type('Three degrees')
    await page.keyboard.press('Enter')
    await lineUps.getByRole('button', { name: 'Delete the line-up Three degrees' }).press('Enter')
    await expect(lineUps.getByRole('status')).toContainText('Deleted the line-up Three degrees.')
    await lineUps.getByRole('button', { name: 'Undo' }).press('Enter')
    await lineUps.getByRole('button', { name: 'Use the line-up Three degrees' }).press('Enter')
    await expect(lineUps).toBeHidden()
    await expect(panes(page)).toHaveCount(3)

    await compare.ask('How warm?')
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Done')
    const bodies = asked(app, 'How warm?').map(
      ({ body }) => body as { temperature?: number; messages: unknown[] },
    )
    expect(bodies.map(({ temperature }) => temperature ?? -1).toSorted((a, b) => a - b)).toEqual([0, 0.5, 1])
    for (const { messages } of bodies) {
      expect(messages).toMatchObject([{ role: 'system', content: 'Answer in one word.' }, { role: 'user' }])
    }

    await page.keyboard.press('Alt+L')
    await lineUps.getByRole('button', { name: 'New comparison with these panes' }).press('Enter')
    await expect(lineUps).toBeHidden()
    await expect(panes(page)).toHaveCount(3)
    await expect(compare.pane(2).region).toContainText('temp 0.5')
    await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible()
  })

  await test.step('panes take turns: a waiting pane says so, sends nothing when stopped, and the next one begins', async () => {
    const compare = new Compare(page)
    await compare.beginByHand(['fake/stall', 'fake/one', 'fake/two'])
    const pace = await setUp(page, 'Pace…')
    await pace.getByRole('radio', { name: 'Local models one after another' }).press('Space')
    await page.keyboard.press('Escape')

    await compare.ask('In turn?')
    const first = await requestOf(app.fake, 'stall', 'In turn?')
    await first.waitForTokens(1)
    for (const number of [2, 3]) await expect(compare.pane(number).status).toHaveText('Waiting for its turn')
    await expect(page.getByText('Pane B is waiting for its turn')).toBeAttached()
    await compare.pane(2).stop.click()
    await expect(compare.pane(2).status).toHaveText('Stopped')
    await compare.pane(1).stop.click()
    await expect(compare.pane(3).status).toHaveText('Done')
    await first.closed
    expect(asked(app, 'In turn?').map(({ model }) => model)).toEqual(['stall', 'two'])

    await compare.ask('And closed?')
    await requestOf(app.fake, 'stall', 'And closed?')
    await expect(compare.pane(2).status).toHaveText('Waiting for its turn')
    await compare.stopAll.click()
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Stopped')
    expect(asked(app, 'And closed?').map(({ model }) => model)).toEqual(['stall'])
  })

  await test.step('a line-up whose model has disappeared says so, and can be asked with another model', async () => {
    await invoke(page, 'lineUps.save', {
      name: 'Old friends',
      panes: [{ model: 'fake/one' }, { model: 'gone/away', params: { temperature: 1 } }],
      isBlind: true,
    })
    const compare = new Compare(page)
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await panes(page).first().waitFor()
    await page.keyboard.press('Alt+L')
    const use = page.getByRole('button', { name: 'Use the line-up Old friends' })
    await expect(use).toContainText('Not available: away')
    await use.click()
    await expect(page.getByRole('button', { name: 'Blind', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(compare.pane(2).region.getByRole('alert')).toContainText('away is no longer available')
    await compare.ask('Still there?')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Choose another model for its pane' }),
    ).toBeVisible()
    await compare.pane(2).pickModel('fake/two')
    await compare.sendToAll.click()
    await expect(compare.pane(1).answer.or(compare.pane(2).answer).first()).toContainText('From')
    expect(
      asked(app, 'Still there?')
        .map(({ model }) => model)
        .toSorted(),
    ).toEqual(['one', 'two'])
  })
})
