import type { Locator } from '@playwright/test'

import { proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { reloadAnyway } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedPanes } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const whole = proseTokens(60).join('')
const atOnce = completeStream([{ type: 'tokens', tokens: proseTokens(60) }])
const held = completeStream([
  { type: 'tokens', tokens: proseTokens(5) },
  { type: 'hold' },
  { type: 'tokens', tokens: proseTokens(60).slice(5) },
])

test.use({ appOptions: { models: { 'at-once': atOnce, held } } })

test('four models answer side by side, a saved comparison is restored completely, running panes are stopped together, replaced or removed, and answers are completed after the user left', async ({
  app,
  page,
}) => {
  await test.step('four models answer one prompt side by side', async () => {
    const compare = new Compare(page)
    const models = ['fake/brief', 'fake/no-done', 'fake/reasoning', 'fake/brief']
    await compare.begin(models)
    await compare.ask('Ask four')
    await expect(compare.panes).toHaveCount(models.length)
    const boxes: { x: number; y: number; width: number }[] = []
    for (const number of models.keys()) {
      const pane = compare.pane(number + 1)
      await expect(pane.status).toHaveText('Done')
      await expect(pane.answer).toContainText('Here is the answer.')
      const box = await pane.region.boundingBox()
      if (box !== null) boxes.push(box)
    }
    expect(boxes).toHaveLength(models.length)
    // Side by side: each pane begins where the previous one ends.
    for (const [index, box] of boxes.entries()) {
      const before = boxes[index - 1]
      if (before === undefined) continue
      expect(box.y).toBe(before.y)
      expect(box.x).toBeGreaterThanOrEqual(before.x + before.width - 1)
    }
    expect((await storedPanes(page)).map((messages) => messages.length)).toEqual(models.map(() => 2))
  })

  await test.step('a saved comparison is restored completely', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/at-once', 'fake/reasoning'])
    await compare.ask('Keep this')
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Done')
    await compare.pane(3).message.fill('And this')
    await compare.pane(3).message.press('Enter')
    await expect(compare.pane(3).answers).toHaveCount(2)
    await expect(compare.pane(3).status).toHaveText('Done')

    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.reload()
    await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'Keep this' }).click()
    await expect(compare.panes).toHaveCount(3)
    const models = ['brief', 'at-once', 'reasoning']
    for (const [index, model] of models.entries()) {
      const pane = compare.pane(index + 1)
      await expect(pane.status).toHaveText('Done')
      await expect(pane.region.getByRole('combobox', { name: 'Model' })).toHaveValue(model)
      await expect(pane.region).toContainText('Keep this')
    }
    await expect(compare.pane(2).answer).toContainText(whole)
    await expect(compare.pane(3).answers).toHaveCount(2)
    const stored = await storedPanes(page)
    expect(stored.map((messages) => messages.length)).toEqual([2, 2, 4])
    expect(stored.map((messages) => messageText({ parts: messages.at(-1)?.parts ?? [] }))).toEqual([
      'Here is the answer.',
      whole,
      'Here is the answer.',
    ])
  })

  await test.step('Stop all stops every pane', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/silent'])
    await compare.ask('All at once')
    const requests = [
      await requestOf(app.fake, 'stall', 'All at once'),
      await requestOf(app.fake, 'silent', 'All at once'),
    ]
    await requests[0]?.waitForTokens(20)
    await compare.stopAll.click()
    await Promise.all(requests.map(({ closed }) => closed))
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Stopped')
    await expect(compare.stopAll).toBeHidden()
  })

  await test.step('replacing the model of a streaming pane stops it, and the next model gets what was said', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/brief'])
    await compare.ask('Replace me')
    const request = await requestOf(app.fake, 'stall', 'Replace me')
    await request.waitForTokens(20)
    const pane = compare.pane(1)
    await pane.pickModel('fake/reasoning')
    await request.closed
    await expect(pane.status).toHaveText('Stopped')
    await expect(pane.answer).toContainText('the a small model')
    await expect(pane.region.getByRole('combobox', { name: 'Model' })).toHaveValue('reasoning')

    await pane.message.fill('You do')
    await pane.message.press('Enter')
    const next = JSON.stringify((await requestOf(app.fake, 'reasoning', 'You do')).body)
    expect(next).toContain('Replace me')
    expect(next).toContain('the a small model')
    await expect(pane.answers).toHaveCount(2)
    await expect(pane.status).toHaveText('Done')
  })

  await test.step('removing a streaming pane closes its request at the server, and the last two panes cannot be removed', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/stall'])
    await compare.ask('Three')
    const request = await requestOf(app.fake, 'stall', 'Three')
    await request.waitForTokens(20)
    await compare.pane(3).region.getByRole('button', { name: 'Remove pane C' }).click()
    await expect(compare.panes).toHaveCount(2)
    await request.closed
    await expect(page.getByRole('button', { name: /^Remove pane/ })).toHaveCount(0)
  })

  await test.step('leaving a comparison stops nothing: its answers are completed', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/held', 'fake/held'])
    await compare.ask('Leave and come back')
    const requests = [
      await requestOf(app.fake, 'held', 'Leave and come back'),
      await requestOf(app.fake, 'held', 'Leave and come back'),
    ]
    await Promise.all(requests.map((request) => request.waitForTokens(5)))
    await new Chat(page).begin('fake/brief', 'Meanwhile')
    await expect(new Chat(page).answerThatIs('complete')).toBeVisible()
    const link = page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('link', { name: 'Leave and come back' })
    // The comparison moves to the top of the list while its row is pressed; the click still opens it.
    await link.hover()
    await page.mouse.down()
    for (const request of requests) request.goOn()
    await expect
      .poll(async () => (await invoke(page, 'compare.list', {})).comparisons.map(({ running }) => running))
      .not.toContain(true)
    await page.mouse.up()
    for (const number of [1, 2]) {
      await expect(compare.pane(number).status).toHaveText('Done')
      await expect(compare.pane(number).answer).toContainText(whole)
    }
    expect(requests.map(({ isPlayed }) => isPlayed)).toEqual([true, true])
  })
})

test('a comparison keeps its setup until it starts, starts only once, and restores a removed pane', async ({
  app,
  page,
}) => {
  await test.step('keeps the setup of a comparison that has not been started while a chat is opened', async () => {
    const compare = new Compare(page)
    await compare.beginByHand(['fake/brief', 'fake/no-done', 'fake/brief'])
    await page.getByRole('button', { name: 'Actions for pane C' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Model settings…' }).press('Enter')
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Answer as a pirate.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible()
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await expect(compare.panes).toHaveCount(3)
    await expect(compare.pane(3).region).toContainText('“Answer as a pirate.”')
    await compare.ask('Begun at last')
    await expect(compare.pane(3).status).toHaveText('Done')
    const asked = [
      await requestOf(app.fake, 'brief', 'Begun at last'),
      await requestOf(app.fake, 'brief', 'Begun at last'),
    ].filter(({ body }) => JSON.stringify(body).includes('as a pirate'))
    expect(asked).toHaveLength(1)

    // The next one has the same models, and nothing else.
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await expect(compare.pane(3).region).not.toContainText('pirate')
    for (const [index, model] of ['brief', 'no-done', 'brief'].entries()) {
      const { region } = compare.pane(index + 1)
      await expect(region.getByRole('combobox', { name: 'Model' })).toHaveValue(model)
    }
  })

  await test.step('drafts in single panes survive the start of the comparison, and the draft of a removed pane is dropped', async () => {
    const compare = new Compare(page)
    const field = (number: number) => compare.pane(number).message
    await field(2).fill('Later, for the second')
    await field(3).fill('For one that goes')
    await compare.pane(3).region.getByRole('button', { name: 'Remove pane' }).click()
    await compare.pane(3).region.waitFor({ state: 'detached' })
    await compare.addPane.click()
    await expect(field(3)).toHaveValue('')
    await compare.pane(3).pickModel('fake/brief')
    await compare.ask('First of all')
    await expect(compare.pane(3).status).toHaveText('Done')
    await expect(field(2)).toHaveValue('Later, for the second')
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await expect(field(2)).toHaveValue('')
  })

  await test.step('pressing Enter twice before the first request completes starts only one comparison', async () => {
    const compare = new Compare(page)
    await compare.message.fill('Only once')
    await pressTwiceAtOnce(compare.message)
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Done')
    const { comparisons } = await invoke(page, 'compare.list', {})
    expect(comparisons.filter(({ title }) => title === 'Only once')).toHaveLength(1)

    await compare.pane(1).message.fill('Here too')
    await pressTwiceAtOnce(compare.pane(1).message)
    await expect(compare.pane(1).answers).toHaveCount(2)
    await expect(compare.pane(1).status).toHaveText('Done')
    await expect(compare.pane(1).message).toHaveValue('')
  })

  await test.step('restores a removed pane by Undo and from the list, with its versions and its letter', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/at-once', 'fake/brief'])
    await compare.ask('Keep it')
    const pane = compare.pane(2)
    for (const number of [1, 2, 3]) await expect(compare.pane(number).status).toHaveText('Done')
    await pane.region.getByRole('button', { name: 'Regenerate pane B' }).click()
    const versions = pane.region.getByRole('group', { name: 'Versions' })
    await expect(versions).toContainText('2 / 2')
    await expect(pane.status).toHaveText('Done')
    await versions.getByRole('button', { name: 'Previous version' }).click()
    await expect(versions).toContainText('1 / 2')

    await pane.region.getByRole('button', { name: 'Remove pane B' }).click()
    await expect(compare.panes).toHaveCount(2)
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
    await expect(compare.panes).toHaveCount(3)
    await expect(pane.answer).toContainText(whole)
    await expect(versions).toContainText('1 / 2')
    await expect(pane.region.locator('[data-slot="error-card"]')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: 'Undo' })).toHaveCount(0)

    // The list of removed panes outlives the offer, and a pane keeps its letter wherever it is.
    const letters = () => page.locator('[data-slot="pane-head"] [data-slot="pane-tag"]').allTextContents()
    await page.getByRole('button', { name: 'Actions for pane B' }).click()
    await page.getByRole('menuitem', { name: /^Move left/ }).click()
    await expect.poll(letters).toEqual(['B', 'A', 'C'])
    await compare.pane(1).region.getByRole('button', { name: 'Remove pane B' }).click()
    await expect(compare.panes).toHaveCount(2)
    await page.reload()
    await page.getByRole('button', { name: '1 removed' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Restore B · at-once · 3 messages' }).press('Enter')
    await expect.poll(letters).toEqual(['B', 'A', 'C'])
    await expect(compare.pane(1).answer).toContainText(whole)
    await expect(page.getByRole('button', { name: '1 removed' })).toHaveCount(0)
  })
})

/** The browser's constructors for such events; this project has no DOM types. */
interface PageGlobals {
  KeyboardEvent: new (type: string, init: object) => Event
}

/** Presses Enter twice, before the page can react to the first press. */
function pressTwiceAtOnce(field: Locator): Promise<void> {
  return field.evaluate((element) => {
    const { KeyboardEvent } = globalThis as unknown as PageGlobals
    for (let presses = 2; presses > 0; presses -= 1) {
      const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      const target = element as unknown as EventTarget
      target.dispatchEvent(press)
    }
  })
}

test('a reload asks for confirmation only while panes are answering', async ({ app, page }) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    // In Electron, the app has answered already. Playwright notes only that the page stays.
    dialog.dismiss().catch(() => {})
  })
  const compare = new Compare(page)
  await compare.begin(['fake/stall', 'fake/brief'])
  await compare.ask('Stay with me')
  await (await requestOf(app.fake, 'stall', 'Stay with me')).waitForTokens(20)
  await page.evaluate('location.reload()')
  await app.dialogs?.press('Stay')
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(compare.pane(1).status).toHaveText('Streaming')
  await expect(page.getByText('1 answering, 1 ready')).toBeVisible()

  if (app.dialogs === null) {
    // A key that reloads asks with the number of answers; the browser then does not ask again.
    const question = page.getByRole('dialog', { name: 'One answer is being written and will stop.' })
    await page.keyboard.press('F5')
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(compare.pane(1).status).toHaveText('Streaming')
    await page.keyboard.press('ControlOrMeta+r')
    await question.getByRole('button', { name: 'Stop and leave' }).click()
  } else {
    await reloadAnyway(app, page)
    asked.length = 1
  }
  await expect(compare.pane(1).status).toHaveText('Stopped')
  await page.getByRole('button', { name: 'Progress' }).click()
  await expect(page.getByRole('region', { name: 'Progress' }).locator('polyline')).toHaveCount(2)
  expect(asked).toEqual(['beforeunload'])

  // `page.reload` would not say that a second question kept the page from loading.
  page.once('load', () => asked.push('loaded'))
  await page.evaluate('location.reload()')
  await expect.poll(() => asked).toEqual(['beforeunload', 'loaded'])
  await expect(compare.pane(1).status).toHaveText('Stopped')
})
