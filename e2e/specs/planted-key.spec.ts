import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { errorReply } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** Matches no known pattern, so it can be hidden only by its value. */
const storedKey = 'planted-words-of-a-typed-one-7731'
const environmentKey = 'planted-words-of-the-shell-8842'
const keys = [storedKey, environmentKey]

test('a planted key is sent in its provider’s requests and appears nowhere else', async ({
  startApp,
  secrets,
}) => {
  for (const key of keys) secrets.add(key)
  const shell = await startFakeProvider({ apiKey: environmentKey })
  // A provider that quotes the key it was sent.
  shell.script('quotes', errorReply(400, { message: `what is ${environmentKey} to me?` }))
  const app = await startApp({
    provider: 'none',
    apiKey: storedKey,
    models: { quotes: errorReply(400, { message: `what is ${storedKey} to me?` }) },
    env: {
      GROQ_API_KEY: environmentKey,
      PARLEY_PRESET_ADDRESSES: JSON.stringify({ groq: shell.baseUrl }),
    },
  })
  try {
    const desk = await app.openDesk()
    const received: string[] = []
    const page = await desk.openWindow((opened) => recordReceived(opened, received))
    await invoke(page, 'settings.set', { nameChats: false })

    const settings = await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Add another server' }).click()
    await settings.getByLabel('Name').fill('Typed')
    await settings.getByLabel('Base URL').fill(app.fake.baseUrl)
    await settings.getByLabel('API key').fill(storedKey)
    await settings.getByRole('button', { name: 'Save and test' }).click()
    await expect(settings.getByText(/key ••••7731/)).toBeVisible()
    await expect(settings.getByText(/key ••••8842 from GROQ_API_KEY/)).toBeVisible()
    await page.keyboard.press('Escape')

    const chat = new Chat(page)
    await chat.beginByHand('typed/brief', 'With the typed key')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    expect((await requestOf(app.fake, 'brief', 'With the typed key')).authorization).toBe(
      `Bearer ${storedKey}`,
    )
    for (const model of ['typed/quotes', 'groq/quotes']) {
      await chat.beginByHand(model, `Be rude, ${model}`)
      await expect(chat.answerThatIs('failed')).toContainText('what is [redacted] to me?')
    }
    for (const key of keys) {
      await invoke(page, 'window.reportError', {
        source: 'worker',
        name: 'Error',
        message: `a fault that quotes ${key}`,
        stack: `Error: ${key}\n    at ${key}`,
      })
    }

    const { sessions } = await invoke(page, 'sessions.list', {})
    expect(sessions).toHaveLength(3)
    const exported: string[] = []
    for (const { id: sessionId } of sessions) {
      for (const format of ['json', 'markdown', 'html'] as const) {
        exported.push((await invoke(page, 'sessions.export', { sessionId, format })).content)
      }
    }
    const health = JSON.stringify(await app.health())
    expect(health).toContain('a fault that quotes [redacted]')
    const window = await page.evaluate(() =>
      JSON.stringify({ ...(globalThis as never as { localStorage: object }).localStorage }),
    )
    const places = {
      page: await page.content(),
      window,
      received: received.join('\n'),
      exported: exported.join('\n'),
      health,
      stderr: app.host?.stderr() ?? '',
    }
    expect(whereKeysAre(Object.entries(places))).toEqual([])
    expect(whereKeysAre(filesOf(app.dataFolder))).toEqual([])
    await desk.close()
    const { dataFolder } = app
    await app.host?.kill9()
    // After a checkpoint, what the log held is in the database or next to it.
    expect(whereKeysAre(filesOf(dataFolder))).toEqual([])
  } finally {
    await app.close()
    await shell.close()
  }
})

/** Everything that main sends to the window. The window itself sends the typed key once. */
function recordReceived(page: Page, received: string[]): void {
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(payload.toString()))
  })
}

/** Every file that the app wrote, as text that preserves each byte. */
function filesOf(folder: string | null): [name: string, content: string][] {
  if (folder === null) throw new Error('the data folder of the app is unknown')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  expect(files).toContain('secrets.json')
  expect(files).toContain('parley.db')
  return files.map((name) => [name, readFileSync(join(folder, name), 'latin1')])
}

/** The places that contain a key, in any encoding in which it may be written. */
function whereKeysAre(places: Iterable<[name: string, content: string]>): string[] {
  const spellings = keys.flatMap((key) => {
    const bytes = Buffer.from(key)
    return [
      key,
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('hex'),
      Buffer.from(key, 'utf16le').toString('latin1'),
      key.split('').toReversed().join(''),
    ]
  })
  return Array.from(places).flatMap(([name, content]) =>
    spellings.some((spelling) => content.includes(spelling)) ? [name] : [],
  )
}
