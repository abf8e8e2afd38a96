import { proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { reloadAnyway } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { storedMessages, storedPanes } from '../helpers/pages/window-api.ts'

/** Streams for as long as a test may take, slowly, because each token is drawn. */
const trickle = completeStream([{ type: 'tokens', tokens: proseTokens(600), perSecond: 5 }])

test.use({ appOptions: { models: { trickle } } })

test('panes can be continued, run again, stopped, replaced, added, removed and set up on their own while others stream', async ({
  app,
  page,
}) => {
  await test.step('a pane can be continued, run again, stopped, replaced, added and removed while others stream', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/trickle', 'fake/brief', 'fake/stall', 'fake/trickle'])
    await compare.ask('All at once')
    const others = [
      await requestOf(app.fake, 'trickle', 'All at once'),
      await requestOf(app.fake, 'trickle', 'All at once'),
    ]
    await Promise.all(others.map((request) => request.waitForTokens(1)))
    const stalled = await requestOf(app.fake, 'stall', 'All at once')
    await stalled.waitForTokens(20)
    const alone = compare.pane(2)
    await expect(alone.status).toHaveText('Done')

    await alone.message.fill('Go on')
    await alone.message.press('Enter')
    await expect(alone.answers).toHaveCount(2)
    await expect(alone.status).toHaveText('Done')
    for (const number of [1, 3, 4]) await expect(compare.pane(number).region).not.toContainText('Go on')
    await requestOf(app.fake, 'brief', 'Go on')
    await alone.region.getByRole('button', { name: 'Regenerate pane B' }).click()
    await requestOf(app.fake, 'brief', 'Go on')
    await expect(alone.status).toHaveText('Done')
    await expect(alone.answers).toHaveCount(2)

    await compare.pane(3).stop.click()
    await stalled.closed
    await expect(compare.pane(3).status).toHaveText('Stopped')
    await compare.pane(3).pickModel('fake/no-done')
    await compare.pane(3).message.fill('Now you')
    await compare.pane(3).message.press('Enter')
    await expect(compare.pane(3).status).toHaveText('Done')

    await compare.addPane.click()
    await expect(compare.panes).toHaveCount(5)
    await expect(compare.pane(5).status).toHaveText('Idle')
    await compare.pane(5).pickModel('fake/brief')
    await compare.pane(5).message.fill('And you?')
    await compare.pane(5).message.press('Enter')
    await expect(compare.pane(5).status).toHaveText('Done')
    await compare.pane(2).region.getByRole('button', { name: 'Remove pane B' }).click()
    await expect(compare.panes).toHaveCount(4)

    await expect(compare.pane(1).status).toHaveText('Streaming')
    await expect(compare.pane(3).status).toHaveText('Streaming')
    expect(others.map(({ closedMs }) => closedMs)).toEqual([null, null])
    await compare.stopAll.click()
    await Promise.all(others.map(({ closed }) => closed))
    await expect(compare.stopAll).toBeHidden()
    expect((await storedPanes(page)).map((messages) => messages.length)).toEqual([2, 4, 2, 2])
  })

  await test.step('a pane can be continued as a chat, by keyboard, while another pane streams', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/trickle'])
    await compare.ask('Take this further')
    const request = await requestOf(app.fake, 'trickle', 'Take this further')
    await request.waitForTokens(1)
    await expect(compare.pane(1).status).toHaveText('Done')

    await page.getByRole('button', { name: 'Actions for pane B' }).press('Enter')
    const refused = page.getByRole('menuitem', { name: 'Continue as chat' })
    await expect(refused).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for pane A' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Continue as chat' }).press('Enter')

    const chat = new Chat(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('brief · Take this further')
    await expect(chat.answer).toContainText('Here is the answer.')
    await chat.ask('In a chat now')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toBeVisible()
    expect(await storedMessages(page)).toHaveLength(4)
    expect(request.closedMs).toBeNull()

    await page.goBack()
    await expect(compare.pane(1).answers).toHaveCount(1)
    await expect(compare.pane(2).status).toHaveText('Streaming')
  })

  await test.step('two panes of one model with different settings: each request and each header shows its own', async () => {
    const compare = new Compare(page)
    await compare.beginByHand(['fake/brief', 'fake/brief'])
    const settingsOf = async (letter: string) => {
      await page.getByRole('button', { name: `Actions for pane ${letter}` }).press('Enter')
      await page.getByRole('menuitem', { name: 'Model settings…' }).press('Enter')
      return page.getByRole('dialog', { name: new RegExp(`^Settings for pane ${letter}`) })
    }
    const first = await settingsOf('A')
    await first.getByLabel('Temperature').fill('0.2')
    await page.keyboard.press('Escape')
    await expect(first).toBeHidden()
    await expect(compare.pane(1).region).toContainText('temp 0.2')

    await compare.ask('Twice, please')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    const temperatures = [
      await requestOf(app.fake, 'brief', 'Twice, please'),
      await requestOf(app.fake, 'brief', 'Twice, please'),
    ].map(({ body }) => (body as { temperature?: number }).temperature ?? 'none')
    expect(new Set(temperatures)).toEqual(new Set([0.2, 'none']))

    const second = await settingsOf('B')
    await second.getByLabel('System prompt').fill('Answer as a pirate.')
    await page.keyboard.press('Escape')
    await expect(compare.pane(2).region).toContainText('“Answer as a pirate.”')
    await compare.pane(2).message.fill('Once more')
    await compare.pane(2).message.press('Enter')
    const request = await requestOf(app.fake, 'brief', 'Once more')
    expect(JSON.stringify(request.body)).toContain('Answer as a pirate.')
    await expect(compare.pane(2).answers).toHaveCount(2)

    // Panes of the other comparison are still answering.
    await reloadAnyway(app, page)
    await expect(compare.pane(1).region).toContainText('temp 0.2')
  })
})
