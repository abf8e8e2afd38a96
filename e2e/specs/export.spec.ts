import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Browser, Download, Page } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

import { hostileMarkdown } from '../../src/main/store/testing/hostile-markdown.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** Elements that an exported page may have, and their attributes. */
const elements = new Set(
  'html head meta button title style body main header article h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code table thead tbody tr th td hr br strong em del a details summary time div span math semantics annotation mrow mi mn mo ms mtext mspace mstyle mpadded mphantom merror menclose mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd'.split(
    ' ',
  ),
)
/** What the viewer for pages adds: its script and its frame. */
const viewer = ['script', 'dialog', 'iframe']
const attributes = new Set([
  'lang',
  'charset',
  'http-equiv',
  'content',
  'name',
  'class',
  'start',
  'value',
  'href',
  'rel',
  'datetime',
  'xmlns',
  'display',
  'encoding',
  'tabindex',
  'type',
  'hidden',
  'sandbox',
  'srcdoc',
  'title',
])

/** Globals of a page; this project has no DOM types. */
interface PageGlobals {
  ran?: number
  document: {
    querySelectorAll: (selector: string) => Iterable<{
      localName: string
      attributes: Iterable<{ name: string; value: string }>
      click: () => void
    }>
  }
}

async function contentOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

test('chats are exported as a ZIP file, or one from its menu, by keyboard', async ({ page }) => {
  await test.step('exports everything as one ZIP file, with archived chats, and without the names of hidden contestants', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A chat of today')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    const { session } = await invoke(page, 'sessions.import', {
      title: 'Put aside',
      messages: [{ role: 'user', content: 'old' }],
    })
    await invoke(page, 'sessions.update', { sessionId: session.id, archived: true })
    await invoke(page, 'compare.create', { models: ['fake/brief', 'fake/brief'], isBlind: true })
    const settings = await openSettings(page, 'Data')
    const downloading = page.waitForEvent('download')
    await settings.getByRole('button', { name: 'Export', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^Parley chats \d{4}-\d\d-\d\d\.zip$/)
    await expect(settings.getByRole('status').filter({ hasText: 'Saved as' })).toContainText(
      download.suggestedFilename(),
    )
    const files = unzipSync(await contentOf(download))
    const rows = (table: string) =>
      strFromU8(files[`rows/${table}.jsonl`] ?? new Uint8Array())
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { row: Record<string, unknown> }).row)
    expect(rows('sessions').map(({ kind, title, model }) => [kind, title, model])).toEqual([
      ['chat', 'A chat of today', 'fake/brief'],
      ['chat', 'Put aside', null],
      // Of the blind comparison.
      ['pane', null, ''],
      ['pane', null, ''],
    ])
    expect(rows('messages')).toHaveLength(3)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('exports one chat from its menu in the chosen format, by keyboard', async () => {
    await invoke(page, 'sessions.import', {
      title: 'From the menu',
      messages: [
        { role: 'user', content: 'a question' },
        { role: 'assistant', content: '**an answer**' },
      ],
    })
    await page.getByRole('button', { name: 'Actions for From the menu' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export this chat' })
    await expect(dialog.getByRole('button', { name: 'Export' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Markdown' })).toBeChecked()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('From the menu.md')
    expect((await contentOf(download)).toString()).toContain('**an answer**')
    await expect(dialog.getByRole('status')).toContainText('From the menu.md')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('keeps a folder of Markdown files up to date, and says so', async () => {
    await invoke(page, 'sessions.import', {
      title: 'Kept in a folder',
      messages: [{ role: 'user', content: 'Where is it?' }],
    })
    const folder = mkdtempSync(join(tmpdir(), 'parley-notes-'))
    try {
      await invoke(page, 'markdownFolder.set', { folder, isKept: true, language: 'en' })
      const settings = await openSettings(page, 'Data')
      await expect(settings.getByText(/^Up to date: \d+ files?,/)).toBeVisible()
      expect(readdirSync(folder)).toContain('Kept in a folder.md')
      const keep = settings.getByRole('radiogroup', { name: 'Keep the files up to date' })
      await expect(keep.getByRole('radio', { name: 'On' })).toBeChecked()
      await settings.getByRole('button', { name: 'Forget folder' }).click()
      await expect(settings.getByRole('button', { name: 'Choose folder…' })).toBeVisible()
      expect(readFileSync(join(folder, 'Kept in a folder.md'), 'utf8')).toContain('title: "Kept in a folder"')
      await page.keyboard.press('Escape')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('says so if there is nothing to export; settings in a file are listed and applied on request, and none decides where a key goes or raises a limit', async ({
  startApp,
}) => {
  const app = await startApp({})
  try {
    const desk = await app.openDesk()
    const page = await desk.openWindow()
    const settings = await openSettings(page, 'Data')
    await settings.getByRole('radio', { name: 'Markdown' }).press('Space')
    await settings.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(settings.getByRole('alert')).toHaveText('There are no chats to export yet.')

    const provider = { id: 'lab', kind: 'openai-compatible', name: 'Lab', baseUrl: 'http://127.0.0.1:9/v1' }
    const archived = {
      format: 'parley-settings',
      version: 1,
      settings: { theme: 'dark', spellCheck: true, dayLimitUsd: 1_000 },
      providers: [
        provider,
        { id: 'openai', kind: 'openai', name: 'OpenAI', baseUrl: 'http://127.0.0.1:9/evil' },
      ],
    }
    const buffer = Buffer.from(
      zipSync({
        'parley.json': strToU8('{"format":"parley-rows","version":1,"exportedAt":1}'),
        'parley-settings.json': strToU8(JSON.stringify(archived)),
      }),
    )
    await invoke(page, 'settings.set', { dayLimitUsd: 5 })
    const file = { name: 'all.zip', mimeType: 'application/zip', buffer }
    await settings.getByLabel('File to import').setInputFiles(file)
    const offered = settings.getByRole('region', { name: 'Settings in the file' })
    await expect(offered.getByRole('row', { name: 'Theme' })).toHaveText('ThemeSystemDark')
    await expect(offered.getByRole('row', { name: '“Lab”' })).toContainText('http://127.0.0.1:9/v1')
    await expect(offered.getByRole('row', { name: '“OpenAI (127.0.0.1:9)”' })).toContainText('/evil')
    await expect(offered.getByRole('table').last().getByRole('row', { name: 'Stop at' })).toContainText(
      '$1,000',
    )
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
    await offered.getByRole('button', { name: 'Apply settings' }).press('Enter')
    await expect(offered.getByRole('status')).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const { providers } = await invoke(page, 'providers.list', {})
    expect(providers.map(({ id }) => id)).toEqual(expect.arrayContaining(['lab', 'openai-127-0-0-1-9']))
    expect((await invoke(page, 'settings.get', {})).settings.dayLimitUsd).toBe(5)
    await page.keyboard.press('Escape')
    await openSettings(page, 'Providers')
    await settings.getByRole('button', { name: 'Add OpenAI' }).click()
    await expect(settings.getByLabel('API key for OpenAI')).toHaveAccessibleDescription(
      'Sent only to api.openai.com.',
    )
    await desk.close()
  } finally {
    await app.close()
  }
})

/** Opens a file as a user would, and records its requests and console output. */
async function openFile(browser: Browser, file: string, options: { bypassCSP: boolean }) {
  const context = await browser.newContext(options)
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    requests.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' })
  return { page, requests, close: () => context.close() }
}

/** Whether any script of the page ran, and which of its elements and attributes are not allowed. */
function inspected(page: Page) {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as PageGlobals
    const found: { elements: string[]; attributes: string[]; targets: string[] } = {
      elements: [],
      attributes: [],
      targets: [],
    }
    for (const element of document.querySelectorAll('*')) {
      found.elements.push(element.localName)
      for (const { name, value } of element.attributes) {
        found.attributes.push(name)
        if (name === 'href') found.targets.push(value)
      }
    }
    // Unfolds details, because content that is hidden would not run.
    for (const summary of document.querySelectorAll('summary')) summary.click()
    const { ran } = globalThis as unknown as PageGlobals
    return { ran: ran === undefined ? 'nothing' : String(ran), ...found }
  })
}

test('an exported page shows formulas and colours, and runs and loads nothing', async ({ page, browser }) => {
  await test.step('an exported page of hostile messages runs nothing and loads nothing, with its policy and without', async () => {
    const everywhere = hostileMarkdown.join('\n\n')
    const { session } = await invoke(page, 'sessions.import', {
      title: '</title><script>window.ran=1</script>',
      messages: hostileMarkdown
        .flatMap((content) => [
          { role: 'user' as const, content },
          { role: 'assistant' as const, content },
        ])
        .concat({ role: 'assistant', content: everywhere }),
    })
    const { content, fileName } = await invoke(page, 'sessions.export', {
      sessionId: session.id,
      format: 'html',
    })
    expect(fileName).toBe('title-script-window.ran=1-script.html')
    const folder = mkdtempSync(join(tmpdir(), 'parley-export-'))
    try {
      const file = join(folder, fileName)
      writeFileSync(file, content)
      for (const bypassCSP of [false, true]) {
        const opened = await openFile(browser, file, { bypassCSP })
        const found = await inspected(opened.page)
        expect(found.ran).toBe('nothing')
        // Some of the messages are pages, which only the viewer shows, with one script of its own.
        expect(found.elements.filter((name) => !elements.has(name))).toEqual(viewer)
        expect(found.attributes.filter((name) => !attributes.has(name))).toEqual([])
        expect(found.targets.filter((target) => !/^(?:https?:\/\/|mailto:)/.test(target))).toEqual([])
        expect(opened.requests).toEqual([pathToFileURL(file).href])
        await expect(opened.page.getByRole('article')).toHaveCount(hostileMarkdown.length * 2 + 1)
        await opened.close()
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  await test.step('an exported page shows formulas and highlighted code, and loads nothing', async () => {
    const { session } = await invoke(page, 'sessions.import', {
      title: 'Worked out',
      messages: [{ role: 'assistant', content: 'So $x^2 = 4$.\n\n```ts\nconst a = 1 // c\n```\n' }],
    })
    const { content } = await invoke(page, 'sessions.export', { sessionId: session.id, format: 'html' })
    const folder = mkdtempSync(join(tmpdir(), 'parley-export-'))
    try {
      const file = join(folder, 'page.html')
      writeFileSync(file, content)
      const opened = await openFile(browser, file, { bypassCSP: false })
      const formula = await opened.page.locator('math').boundingBox()
      expect(formula?.width).toBeGreaterThan(10)
      const [plain, keyword] = await Promise.all(
        ['pre code', '.code-keyword'].map((place) =>
          opened.page.locator(place).evaluate((element) => {
            const { getComputedStyle } = globalThis as unknown as {
              getComputedStyle: (of: unknown) => { color: string }
            }
            return getComputedStyle(element).color
          }),
        ),
      )
      expect(keyword).not.toBe(plain)
      expect(opened.requests).toEqual([pathToFileURL(file).href])
      await opened.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
