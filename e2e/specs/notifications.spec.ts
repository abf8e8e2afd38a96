import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** What the recorder below adds to a page. */
interface PageGlobals {
  notes: { title: string; body: string; click: () => void }[]
  permissionRequests: number
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

/** Asks a model that answers in two seconds, and opens something else. */
async function askAndLeave(page: Page, chat: Chat, text: string): Promise<void> {
  await chat.begin('fake/slow-headers', text)
  await expect(chat.stop).toBeVisible()
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible()
}

test('notifies once of an unseen answer or comparison, not of one that is shown, or of any with the setting turned off; a click opens it', async ({
  page,
}) => {
  await test.step('notifies of an answer that ends while another chat is open, and a click opens it', async () => {
    const chat = await withRecorder(page)
    await askAndLeave(page, chat, 'How far is the moon')
    await expect.poll(() => notes(page)).toEqual([['How far is the moon', 'Here is the answer.']])
    await page.evaluate(() => (globalThis as unknown as PageGlobals).notes[0]?.click())
    await expect(page.getByRole('heading', { level: 1, name: 'How far is the moon' })).toBeVisible()
    await expect(chat.answerThatIs('complete')).toBeVisible()
  })

  await test.step('notifies once of a comparison, when all its panes are done', async () => {
    await withRecorder(page)
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/slow-headers'])
    await compare.message.fill('Two answers')
    await compare.sendToAll.click()
    await expect(compare.stopAll).toBeVisible()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect.poll(() => notes(page)).toEqual([['Two answers', 'All 2 panes are done']])
  })

  await test.step('does not notify of an answer that is shown, or of any with the setting turned off', async () => {
    const chat = await withRecorder(page)
    await chat.begin('fake/brief', 'Watched')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await invoke(page, 'settings.set', { notifyWhenDone: false })
    await askAndLeave(page, chat, 'Unheard')
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    await expect(sessions.getByRole('link', { name: /Unheard/ })).toContainText('New answer')
    await invoke(page, 'settings.set', { notifyWhenDone: true })
    // What the window had not notified of before is forgotten.
    await page.reload()
    await withRecorder(page)
    // Since the next notification is the first one, there was none before it.
    await askAndLeave(page, chat, 'Heard')
    await expect.poll(() => notes(page)).toEqual([['Heard', 'Here is the answer.']])
  })
})

test('only one of two windows notifies, and neither while the other shows the chat', async ({
  page,
  openWindow,
}) => {
  const chat = await withRecorder(page)
  const other = await openWindow()
  await withRecorder(other)
  await chat.begin('fake/slow-headers', 'Shown in the other')
  await expect(chat.stop).toBeVisible()
  await other
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('link', { name: 'Shown in the other' })
    .click()
  await expect(new Chat(other).stop).toBeVisible()
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await expect(new Chat(other).answerThatIs('complete')).toBeVisible()
  await other.getByRole('button', { name: 'New chat', exact: true }).first().click()

  await askAndLeave(page, chat, 'Shown nowhere')
  const both = async () => [...(await notes(page)), ...(await notes(other))]
  await expect.poll(both).toEqual([['Shown nowhere', 'Here is the answer.']])
})

test('asks the browser for permission only from the line after the first unseen answer, or from Settings', async ({
  page,
}) => {
  await test.step('offers notifications in a line after the first unseen answer, and asks the browser only then', async () => {
    const chat = await withRecorder(page, 'default')
    const offer = page.getByRole('region', { name: 'Notifications' })
    await askAndLeave(page, chat, 'First')
    await expect(offer).toBeVisible()
    const asked = () => page.evaluate(() => (globalThis as unknown as PageGlobals).permissionRequests)
    expect([await asked(), await notes(page)]).toEqual([0, []])
    await offer.getByRole('button', { name: 'Notify me' }).press('Enter')
    await expect(offer).toBeHidden()
    await expect(chat.message).toBeFocused()
    expect(await asked()).toBe(1)
    await askAndLeave(page, chat, 'Second')
    await expect.poll(() => notes(page)).toEqual([['Second', 'Here is the answer.']])
  })

  await test.step('turning the setting on asks the browser for permission', async () => {
    await withRecorder(page, 'default')
    await invoke(page, 'settings.set', { notifyWhenDone: false })
    const settings = await openSettings(page, 'General')
    const row = settings.getByRole('radiogroup', { name: 'Notify me when an answer is ready' })
    await expect(row.getByRole('radio', { name: 'Off' })).toBeChecked()
    await row.getByText('On', { exact: true }).click()
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as PageGlobals).permissionRequests))
      .toBe(1)
    await expect(
      settings.getByText('For chats that are not visible in any window.', { exact: true }),
    ).toBeVisible()
  })
})
