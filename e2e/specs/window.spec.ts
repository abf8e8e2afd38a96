import type { Page } from '@playwright/test'

import { proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { reloadAnyway } from '../helpers/pages/approvals.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedMessages, storedPanes } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const tokens = proseTokens(120)
const whole = tokens.join('')
/** Writes most of its answer within a second, and the rest when the test lets it. */
const held = completeStream([
  { type: 'tokens', tokens: tokens.slice(0, 80), perSecond: 100 },
  { type: 'hold' },
  { type: 'tokens', tokens: tokens.slice(80) },
])

test.use({ appOptions: { models: { held } } })

test('a chat continues while its window is closed, and a new window shows it, streaming or finished', async ({
  app,
  page,
  openWindow,
}) => {
  let shown = page
  await test.step('a chat continues while its window is closed, and a new window shows it streaming', async () => {
    await new Chat(shown).begin('fake/held', 'Closed and found streaming')
    const request = await requestOf(app.fake, 'held', 'Closed and found streaming')
    await request.waitForTokens(10)
    await shown.close()

    shown = await openWindow()
    await sessionLink(shown, 'Closed and found streaming').click()
    await expect(new Chat(shown).answerThatIs('streaming')).toContainText('the a small model')
    request.goOn()
    await expectWholeAnswer(shown)
  })

  await test.step('a chat that finished while its window was closed is complete', async () => {
    await new Chat(shown).begin('fake/held', 'Closed and found finished')
    const request = await requestOf(app.fake, 'held', 'Closed and found finished')
    await request.waitForTokens(10)
    await shown.close()
    request.goOn()
    await request.closed
    expect(request.isPlayed).toBe(true)

    shown = await openWindow()
    await sessionLink(shown, 'Closed and found finished').click()
    await expectWholeAnswer(shown)
  })
})

test('a reload in mid-stream returns to the same chat and loses nothing', async ({ app, page }) => {
  await new Chat(page).begin('fake/held', 'Reload me')
  const request = await requestOf(app.fake, 'held', 'Reload me')
  await request.waitForTokens(10)
  await page.reload()
  await expect(new Chat(page).answerThatIs('streaming')).toContainText('the a small model')
  await request.waitForTokens(60)
  await page.reload()
  request.goOn()
  await expectWholeAnswer(page)
})

test('an empty chat can be read and written in before the code for anything else is there', async ({
  page,
}) => {
  const isThere = Promise.withResolvers<void>()
  await invoke(page, 'settings.set', { defaultModel: 'fake/brief' })
  await page.route(/assets\/(?:chat|panels|compare|dialogs)-.*\.js$/, async (route) => {
    await isThere.promise
    await route.continue()
  })
  await page.goto(new URL('#/chat/new', page.url()).href)
  await page.reload()
  const chat = new Chat(page)
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('')
  const nameless = page.getByRole('button', { name: /^$/ }).or(page.getByRole('textbox', { name: /^$/ }))
  await expect(nameless).toHaveCount(0)
  await chat.ask('Sent before the code of chats was there')
  isThere.resolve()
  await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')
  await invoke(page, 'settings.set', { defaultModel: null })
})

test('panes whose window is closed or reloaded are stopped, and their partial answers are kept', async ({
  app,
  page,
  openWindow,
}) => {
  await test.step('panes whose window is reloaded are stopped, and their partial answers are kept', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/steady', 'fake/steady'])
    await compare.ask('The window is reloaded')
    const requests = [
      await requestOf(app.fake, 'steady', 'The window is reloaded'),
      await requestOf(app.fake, 'steady', 'The window is reloaded'),
    ]
    await Promise.all(requests.map((request) => request.waitForTokens(10)))
    await reloadAnyway(app, page)
    await Promise.all(requests.map(({ closed }) => closed))
    await expectStoppedPanes(page)
  })

  await test.step('panes whose window is closed are stopped, and their partial answers are kept', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/steady', 'fake/steady'])
    await compare.ask('The window goes away')
    const requests = [
      await requestOf(app.fake, 'steady', 'The window goes away'),
      await requestOf(app.fake, 'steady', 'The window goes away'),
    ]
    await Promise.all(requests.map((request) => request.waitForTokens(10)))
    await page.close()
    await Promise.all(requests.map(({ closed }) => closed))

    const again = await openWindow()
    await sessionLink(again, 'The window goes away').click()
    await expectStoppedPanes(again)
  })
})

test('two windows on one chat show the same, and either can stop it', async ({ app, page, openWindow }) => {
  const first = new Chat(page)
  await first.begin('fake/steady', 'Two windows')
  const request = await requestOf(app.fake, 'steady', 'Two windows')
  await request.waitForTokens(10)

  const other = await openWindow()
  await sessionLink(other, 'Two windows').click()
  const second = new Chat(other)
  await expect(second.answerThatIs('streaming')).toContainText('the a small model')
  await second.stop.click()
  await request.closed
  for (const chat of [first, second]) {
    await expect(chat.answerThatIs('partial')).toContainText('Stopped')
    await expect(chat.send).toBeVisible()
  }
  // Not innerText, which is empty if a background window has not painted yet.
  expect(await first.answer.textContent()).toBe(await second.answer.textContent())
})

test('resumes after the wire is cut in mid-stream, and loses nothing', async ({ app, page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/held', 'Cut the wire')
  const request = await requestOf(app.fake, 'held', 'Cut the wire')
  for (const count of [15, 60]) {
    await request.waitForTokens(count)
    const isBack = page.waitForEvent('websocket')
    await invoke(page, 'test.dropWire', {})
    await isBack
  }
  request.goOn()
  await expectWholeAnswer(page)
})

function sessionLink(page: Page, title: string) {
  return page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title })
}

/** Checks that the answer is complete, and that it is stored and shown as the server sent it. */
async function expectWholeAnswer(page: Page): Promise<void> {
  await expect(new Chat(page).answerThatIs('complete')).toContainText(whole)
  const [, answer, ...others] = await storedMessages(page)
  expect(others).toEqual([])
  expect(messageText({ parts: answer?.parts ?? [] })).toBe(whole)
}

async function expectStoppedPanes(page: Page): Promise<void> {
  const compare = new Compare(page)
  for (const number of [1, 2]) {
    await expect(compare.pane(number).status).toHaveText('Stopped')
    await expect(compare.pane(number).answer).toContainText('Stopped when the window closed')
    await expect(compare.pane(number).answer).toContainText('the a small model')
  }
  const panes = await storedPanes(page)
  expect(panes.map((messages) => messages.map(({ role, stopReason }) => [role, stopReason ?? null]))).toEqual(
    panes.map(() => [
      ['user', null],
      ['assistant', 'client-closed'],
    ]),
  )
}
