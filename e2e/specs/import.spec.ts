import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'

/** A conversation in ChatGPT's export format: a question with two answers, the second one shown. */
function chatgpt(id: string, title: string) {
  const message = (role: string, text: string) => ({
    id: `${id}-${text}`,
    author: { role },
    create_time: 1_700_000_000,
    content: { content_type: 'text', parts: [text] },
  })
  return {
    id,
    title,
    create_time: 1_700_000_000,
    update_time: 1_700_000_100,
    current_node: 'second',
    mapping: {
      root: { id: 'root', message: null, parent: null, children: ['ask'] },
      ask: {
        id: 'ask',
        message: message('user', `${title}: why?`),
        parent: 'root',
        children: ['first', 'second'],
      },
      first: { id: 'first', message: message('assistant', 'the first answer'), parent: 'ask', children: [] },
      second: {
        id: 'second',
        message: message('assistant', 'the second answer'),
        parent: 'ask',
        children: [],
      },
    },
  }
}

/** A chat in Parley's export format; `role` may be invalid. */
function parley(title: string, role = 'user') {
  return {
    format: 'parley-chat',
    version: 1,
    title,
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 1,
    leaf: 'm1',
    messages: [
      {
        key: 'm1',
        parent: null,
        role,
        status: 'complete',
        createdAt: 1,
        parts: [{ type: 'text', text: `${title} begins` }],
      },
    ],
  }
}

/** Chooses a file as in the system's dialog. */
async function choose(page: Page, settings: Locator, name: string, content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
  folders.push(folder)
  const file = join(folder, name)
  writeFileSync(file, content)
  const choosing = page.waitForEvent('filechooser')
  await settings.getByRole('button', { name: 'Choose a file…' }).press('Enter')
  await (await choosing).setFiles(file)
}

const folders: string[] = []
test.afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('imports a file from ChatGPT with its branches, once, refuses other files, and keeps what was imported before it is cancelled', async ({
  page,
}) => {
  await test.step('imports conversations from ChatGPT with their branches, and opens them', async () => {
    const settings = await openSettings(page, 'Data')
    await choose(page, settings, 'conversations.json', JSON.stringify([chatgpt('a', 'From elsewhere')]))
    const result = settings.getByRole('status').filter({ hasText: 'from ChatGPT.' })
    await expect(result).toContainText('Imported 1 chat with 3 messages from ChatGPT.')
    await settings.getByRole('button', { name: 'Open chat' }).click()
    await expect(settings).toBeHidden()
    const chat = new Chat(page)
    await expect(chat.answer).toContainText('the second answer')
    await expect(page.getByText('From elsewhere: why?')).toBeVisible()
  })

  await test.step('importing the same file again duplicates nothing, and says so', async () => {
    const settings = await openSettings(page, 'Data')
    const file = JSON.stringify([chatgpt('b', 'Once and for all'), chatgpt('c', 'The other')])
    await choose(page, settings, 'conversations.json', file)
    await expect(settings.getByText('Imported 2 chats with 6 messages from ChatGPT.')).toBeVisible()
    await choose(page, settings, 'conversations.json', file)
    await expect(settings.getByText('2 chats already exist.')).toBeVisible()
    const { sessions } = await invoke(page, 'sessions.list', { query: 'Once and for all' })
    expect(sessions).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('refuses a file that is not an export, and says what can be imported', async () => {
    const settings = await openSettings(page, 'Data')
    await choose(page, settings, 'letter.txt', 'Dear reader,')
    const alert = settings.getByRole('alert')
    await expect(alert).toContainText('“letter.txt” could not be read.')
    await expect(alert).toContainText('ChatGPT')
    // The failed import does not get in the way of the next one.
    await choose(page, settings, 'conversations.json', JSON.stringify([chatgpt('d', 'After all')]))
    await expect(settings.getByText('Imported 1 chat with 3 messages from ChatGPT.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('imports a file dropped on Settings, and names the broken parts that it leaves out', async () => {
    const settings = await openSettings(page, 'Data')
    const archive = zipSync({
      'parley.json': strToU8(
        JSON.stringify({
          format: 'parley-archive',
          version: 1,
          content: 'json',
          chatCount: 2,
          exportedAt: 1,
        }),
      ),
      'Whole.json': strToU8(JSON.stringify(parley('Whole'))),
      'Broken.json': strToU8(JSON.stringify(parley('Broken', 'robot'))),
    })
    const transfer = await page.evaluateHandle((bytes) => {
      const { DataTransfer, File } = globalThis as unknown as {
        DataTransfer: new () => { items: { add: (file: object) => void } }
        File: new (parts: Uint8Array[], name: string) => object
      }
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'chats.zip'))
      return data
    }, Array.from(archive))
    const target = settings.getByRole('heading', { name: 'Data' })
    await target.dispatchEvent('dragenter', { dataTransfer: transfer })
    await expect(settings.getByText('Drop the file to import it')).toBeVisible()
    await target.dispatchEvent('drop', { dataTransfer: transfer })
    await expect(settings.getByText('Drop the file to import it')).toBeHidden()
    await expect(settings.getByText('Imported 1 chat with 1 message from Parley.')).toBeVisible()
    const leftOut = settings.getByRole('region', { name: 'Skipped' })
    await expect(leftOut.getByRole('listitem')).toContainText(/1 chat .*“messages\.role”.*“Broken”/s)
    await settings.getByRole('button', { name: 'Hide' }).click()
    await expect(leftOut).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('cancelling an import keeps what was imported before, and leaves out the rest', async () => {
    const settings = await openSettings(page, 'Data')
    const count = 5_000
    const file = JSON.stringify(
      Array.from({ length: count }, (_, index) => chatgpt(`many-${index}`, `Many ${index}`)),
    )
    await choose(page, settings, 'conversations.json', file)
    await expect(settings.getByRole('progressbar', { name: 'Reading “conversations.json”' })).toBeVisible({
      timeout: scaledTimeout(30_000),
    })
    await expect(settings.getByText(/^[1-9][\d,]* chats? · /)).toBeVisible()
    await settings.getByRole('button', { name: 'Cancel' }).click()
    const result = settings.getByRole('status').filter({ hasText: 'Only part of' })
    await expect(result).toContainText(/Imported [\d,]+ chats? with [\d,]+ messages from ChatGPT/)
    const { sessions } = await invoke(page, 'sessions.list', { query: 'Many', limit: 500 })
    expect(sessions.length).toBeGreaterThan(0)
    await expect(settings.getByRole('button', { name: 'Choose a file…' })).toBeEnabled()
  })
})
