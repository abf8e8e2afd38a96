import type { Page } from '@playwright/test'

import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const held = completeStream([{ type: 'hold' }, { type: 'tokens', tokens: ['Here is the answer.'] }])

test.use({ appOptions: { models: { held } } })

/** The globals that the recorder below adds to a page. */
interface PageGlobals {
  notes: { title: string; body: string; click: () => void }[]
  permissionRequests: number
  setTimeout: (callback: () => void, ms: number) => void
}

/**
 * A mock, because a headless browser shows no notification that a test could read or click. It replaces
 * `Notification` and records what the window asks the system to show.
 */
function recordNotes(permission: 'granted' | 'default'): string {
  return `
    globalThis.notes = []
    globalThis.permissionRequests = 0
    globalThis.Notification = class extends EventTarget {
      static permission = ${JSON.stringify(permission)}
      static async requestPermission() {
        globalThis.permissionRequests += 1
        return (Notification.permission = 'granted')
      }
      constructor(title, { body }) {
        super()
        globalThis.notes.push({ title, body, click: () => this.dispatchEvent(new Event('click')) })
      }
      close() {}
    }`
}

async function withRecorder(page: Page, permission: 'granted' | 'default' = 'granted'): Promise<Chat> {
  // The window looks for `Notification` whenever it needs it.
  await page.evaluate(recordNotes(permission))
  return new Chat(page)
}

function notes(page: Page): Promise<[title: string, body: string][]> {
  return page.evaluate(() =>
    (globalThis as unknown as PageGlobals).notes.map(({ title, body }): [string, string] => [title, body]),
  )
}

function permissionRequests(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as PageGlobals).permissionRequests)
}

function clickNote(page: Page): Promise<void> {
  return page.evaluate(() => (globalThis as unknown as PageGlobals).notes[0]?.click())
}

/** Asks a question, and opens something else before it is answered. */
async function askAndLeave(page: Page, fake: FakeProvider, text: string): Promise<void> {
  const chat = new Chat(page)
  await chat.begin('fake/held', text)
  await expect(chat.stop).toBeVisible()
  await leave(page)
  const request = await requestOf(fake, 'held', text)
  request.goOn()
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible()
}

/** A timer that the page starts now fires after the one by which the window gathers answers that have ended. */
function untilGathered(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => (globalThis as unknown as PageGlobals).setTimeout(resolve, 400)),
  )
}

test('asks for permission after the first unseen answer, and notifies once of an unseen answer or comparison, not of one that is shown, or of any with the setting turned off; a click opens it', async ({
  app,
  page,
}) => {
  await test.step('offers notifications in a line after the first unseen answer, and asks the browser only then', async () => {
    const chat = await withRecorder(page, 'default')
    const offer = page.getByRole('region', { name: 'Notifications' })
    await askAndLeave(page, app.fake, 'First')
    await expect(offer).toBeVisible()
    expect([await permissionRequests(page), await notes(page)]).toEqual([0, []])
    await offer.getByRole('button', { name: 'Notify me' }).press('Enter')
    await expect(offer).toBeHidden()
    await expect(chat.message).toBeFocused()
    expect(await permissionRequests(page)).toBe(1)
  })

  await test.step('notifies of an answer that ends while another chat is open, and a click opens it', async () => {
    await askAndLeave(page, app.fake, 'How far is the moon')
    await expect.poll(() => notes(page)).toEqual([['How far is the moon', 'Here is the answer.']])
    await clickNote(page)
    await expect(page.getByRole('heading', { level: 1, name: 'How far is the moon' })).toBeVisible()
    await expect(new Chat(page).answerThatIs('complete')).toBeVisible()
  })

  await test.step('notifies once of a comparison, when all its panes are done', async () => {
    await withRecorder(page)
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/held'])
    await compare.ask('Two answers')
    await expect(compare.pane(1).status).toHaveText('Done')
    await leave(page)
    const request = await requestOf(app.fake, 'held', 'Two answers')
    request.goOn()
    await expect.poll(() => notes(page)).toEqual([['Two answers', 'All 2 panes are done']])
    await clickNote(page)
    await expect(compare.pane(2).status).toHaveText('Done')
  })

  await test.step('does not notify of an answer that is shown, or of any with the setting turned off', async () => {
    const chat = await withRecorder(page)
    await chat.begin('fake/brief', 'Watched')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await invoke(page, 'settings.set', { notifyWhenDone: false })
    await askAndLeave(page, app.fake, 'Unheard')
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    await expect(sessions.getByRole('link', { name: /Unheard/ })).toContainText('New answer')
    await untilGathered(page)
    await invoke(page, 'settings.set', { notifyWhenDone: true })
    // Since the next notification is the first one, there was none before it.
    await askAndLeave(page, app.fake, 'Heard')
    await expect.poll(() => notes(page)).toEqual([['Heard', 'Here is the answer.']])
  })

  await test.step('turning the setting on asks the browser for permission', async () => {
    await withRecorder(page, 'default')
    await invoke(page, 'settings.set', { notifyWhenDone: false })
    const settings = await openSettings(page, 'General')
    const row = settings.getByRole('radiogroup', { name: 'Notify me when an answer is ready' })
    await expect(row.getByRole('radio', { name: 'Off' })).toBeChecked()
    await row.getByText('On', { exact: true }).click()
    await expect.poll(() => permissionRequests(page)).toBe(1)
    await expect(
      settings.getByText('For chats that are not visible in any window.', { exact: true }),
    ).toBeVisible()
  })
})

test('only one of two windows notifies, and neither while the other shows the chat', async ({
  app,
  page,
  openWindow,
}) => {
  const chat = await withRecorder(page)
  const other = await openWindow()
  await withRecorder(other)
  await chat.begin('fake/held', 'Shown in the other')
  await expect(chat.stop).toBeVisible()
  await other
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('link', { name: 'Shown in the other' })
    .click()
  await expect(new Chat(other).stop).toBeVisible()
  await leave(page)
  const request = await requestOf(app.fake, 'held', 'Shown in the other')
  request.goOn()
  await expect(new Chat(other).answerThatIs('complete')).toBeVisible()
  await leave(other)

  await askAndLeave(page, app.fake, 'Shown nowhere')
  const both = async () => [...(await notes(page)), ...(await notes(other))]
  await expect.poll(both).toEqual([['Shown nowhere', 'Here is the answer.']])
})
