import type { Page } from '@playwright/test'

import { completeStream, errorReply } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** Globals of a page; this project has no DOM types. */
interface PageGlobals {
  document: {
    activeElement: { tagName: string; isTheSame?: boolean } | null
    body: { innerText: string } | null
    querySelectorAll: (selector: string) => Iterable<{
      childNodes: Iterable<{ nodeType: number; textContent: string | null }>
      getAttribute: (name: string) => string | null
    }>
  }
  MutationObserver: new (onChange: () => void) => {
    observe: (
      target: object,
      options: { childList: boolean; subtree: boolean; characterData: boolean },
    ) => void
  }
  isTheSame?: boolean
  shown?: string[]
}

/** No more than the window draws in one frame. */
const paragraphs = Array.from({ length: 90 }, (_, index) => `Paragraph ${index}.\n\n`)

/** Markdown to which Parley adds its own words: code, a task, a table, a footnote, an image, a formula. */
const formatted = `# Heading

- [x] done

| a | b |
|---|---|
| 1 | 2 |

A note.[^1] ![a picture](https://example.org/a.png) $x^2$

\`\`\`ts
const a = 1
\`\`\`

[^1]: The note.
`

test.use({
  appOptions: {
    models: {
      long: completeStream([
        { type: 'tokens', tokens: paragraphs.slice(0, 1) },
        { type: 'hold' },
        { type: 'tokens', tokens: [paragraphs.slice(1).join('')] },
      ]),
      formatted: completeStream([{ type: 'tokens', tokens: [formatted] }]),
      'busy-50': errorReply(429, { message: 'Too many requests.' }, { 'retry-after': '50' }),
    },
  },
})

test.afterEach(async ({ page }) => {
  await invoke(page, 'settings.set', { language: 'system' })
})

/** The controls that the tests of this file use, by their German names. */
function german(page: Page) {
  const settings = page.getByRole('dialog', { name: 'Einstellungen' })
  return {
    message: page.getByRole('textbox', { name: 'Nachricht', exact: true }),
    newChat: page.getByRole('button', { name: 'Neuer Chat', exact: true }),
    settings,
    language: settings.getByRole('radiogroup', { name: 'Sprache' }),
    palette: page.getByRole('dialog', { name: 'Suche und Befehle' }),
    html: page.locator('html'),
  }
}

/** Switches the window to German, which it keeps when it is opened again. */
async function speakGerman(page: Page): Promise<void> {
  await invoke(page, 'settings.set', { language: 'de' })
  await page.reload()
  await expect(german(page).message).toBeVisible()
}

/** Asks in a new chat, in any language. */
async function ask(page: Page, model: string, text: string): Promise<void> {
  const { session } = await invoke(page, 'sessions.create', { model })
  await page.goto(new URL(`#/chat/${encodeURIComponent(session.id)}`, page.url()).href)
  const { message } = german(page)
  await message.fill(text)
  await message.press('Enter')
}

function focusedTag(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (globalThis as unknown as PageGlobals).document.activeElement?.tagName)
}

/** True while the marked element has the focus. */
function isFocusedTheSame(page: Page): Promise<boolean> {
  return page.evaluate(
    () => (globalThis as unknown as PageGlobals).document.activeElement?.isTheSame === true,
  )
}

function markFocused(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { activeElement } = (globalThis as unknown as PageGlobals).document
    if (activeElement !== null) activeElement.isTheSame = true
  })
}

/** Every text of the page, visible or only for screen readers. */
function textsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as PageGlobals
    const spoken = ['aria-label', 'title', 'placeholder', 'alt']
    return [...document.querySelectorAll('body, body *')].flatMap((element) => [
      ...[...element.childNodes].flatMap(({ nodeType, textContent }) =>
        nodeType === 3 ? [textContent ?? ''] : [],
      ),
      ...spoken.flatMap((name) => element.getAttribute(name) ?? []),
    ])
  })
}

test('changing the language by keyboard during an answer loses nothing and reloads nothing', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/steady', 'Go on.')
  await chat.answerThatIs('streaming').waitFor()
  await chat.message.fill('not sent yet')
  await page.evaluate(() => {
    ;(globalThis as unknown as PageGlobals).isTheSame = true
  })

  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Appearance' }).press('Enter')
  const language = settings.getByRole('radiogroup', { name: 'Language' })
  await language.getByRole('radio', { name: 'System language' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(language.getByRole('radio', { name: 'English' })).toBeChecked()
  await page.keyboard.press('ArrowDown')

  const after = german(page)
  await expect(after.html).toHaveAttribute('lang', 'de')
  await expect(after.settings.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await expect(after.language.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
  await expect(after.language.getByRole('radio', { name: 'Deutsch' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(after.settings).toBeHidden()
  expect(await focusedTag(page)).not.toBe('BODY')
  await expect(after.message).toHaveValue('not sent yet')
  const answer = chat.answerThatIs('streaming')
  const length = (await answer.innerText()).length
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(length)
  await expect(page.getByRole('button', { name: 'Stopp', exact: true })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+p')
  await expect(after.palette).toBeVisible()
  await page.keyboard.type('neuer vergleich')
  await expect(after.palette.getByRole('option').first()).toContainText('Neuer Vergleich')
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).isTheSame)).toBe(true)

  await page.keyboard.press('ControlOrMeta+,')
  await after.settings.getByRole('button', { name: 'Erscheinungsbild' }).press('Enter')
  await after.language.getByRole('radio', { name: 'Deutsch' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(after.html).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Escape')
  await expect(chat.message).toHaveValue('not sent yet')
  await expect(chat.stop).toBeVisible()
  await chat.message.fill('')
})

test('changing the language in another window keeps the caret, the reading position, open menus and half-written words', async ({
  app,
  page,
}) => {
  await test.step('changing the language in another window keeps the caret in place, also in a dialog', async () => {
    const chat = new Chat(page)
    const inGerman = german(page)
    await chat.message.fill('onethree')
    for (let step = 0; step < 5; step += 1) await chat.message.press('ArrowLeft')
    await markFocused(page)
    await invoke(page, 'settings.set', { language: 'de' })
    await expect(inGerman.html).toHaveAttribute('lang', 'de')
    await expect(inGerman.message).toBeFocused()
    expect(await isFocusedTheSame(page)).toBe(true)
    await page.keyboard.type('two')
    await expect(inGerman.message).toHaveValue('onetwothree')

    await page.keyboard.press('ControlOrMeta+p')
    await expect(inGerman.palette).toBeVisible()
    await page.keyboard.type('chat')
    await expect(inGerman.palette.getByRole('option').first()).toContainText('Neuer Chat')
    await markFocused(page)
    await invoke(page, 'settings.set', { language: 'en' })
    await expect(inGerman.html).toHaveAttribute('lang', 'en')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(palette.getByRole('option').first()).toContainText('New chat')
    await expect(palette.getByRole('combobox')).toHaveValue('chat')
    expect(await isFocusedTheSame(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(chat.message).toBeFocused()
    await chat.message.fill('')
  })

  await test.step('changing the language in another window keeps the reading position', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/long', 'Tell me all.')
    await expect(chat.answer.getByText('Paragraph 0.', { exact: true })).toBeVisible()
    const request = await requestOf(app.fake, 'long', 'Tell me all.')
    request.goOn()
    await expect(chat.answerThatIs('complete')).toBeVisible()
    const read = chat.answer.getByText('Paragraph 60.', { exact: true })
    // All that arrived at once is drawn soon.
    await expect(page.locator('[data-is-behind]')).toHaveCount(0)
    await read.scrollIntoViewIfNeeded()
    const before = await read.boundingBox()
    await invoke(page, 'settings.set', { language: 'de' })
    await expect(german(page).html).toHaveAttribute('lang', 'de')
    await expect.poll(() => read.boundingBox()).toEqual(before)
    await invoke(page, 'settings.set', { language: 'en' })
    await expect(german(page).html).toHaveAttribute('lang', 'en')
  })

  await test.step('changing the language in another window keeps an unfolded passage, an open menu and a half-written prompt', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/reasoning', 'Think first.')
    const answer = chat.answerThatIs('complete')
    await answer.getByRole('button', { name: /^Thought/ }).click()
    await answer.hover()
    await page.getByRole('button', { name: 'Actions for this answer' }).click()
    await expect(page.getByRole('menuitem', { name: 'Regenerate with…' })).toBeVisible()
    await invoke(page, 'settings.set', { language: 'de' })
    await expect(page.getByRole('menuitem', { name: 'Neu generieren mit …' })).toBeVisible()
    await expect(answer.getByRole('button', { name: /nachgedacht/i })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await page.keyboard.press('Escape')

    await invoke(page, 'settings.set', { language: 'en' })
    await expect(answer.getByRole('button', { name: /^Thought/ })).toBeVisible()
    const settings = await openSettings(page, 'General')
    await settings.getByRole('button', { name: 'Open prompts' }).click()
    const prompts = page.getByRole('dialog', { name: 'Prompts' })
    await prompts.getByRole('button', { name: 'Write a prompt' }).click()
    await expect(prompts.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Half-')
    await invoke(page, 'settings.set', { language: 'de' })
    await expect(prompts.getByRole('button', { name: 'Speichern', exact: true })).toBeVisible()
    await page.keyboard.type('written')
    await expect(prompts.getByLabel('Name')).toHaveValue('Half-written')
  })
})

/** Waits until all code is coloured, which splits its text. */
async function isColoured(page: Page): Promise<void> {
  const plain = page
    .locator('pre')
    .filter({ hasText: 'const' })
    .filter({ hasNot: page.locator('[data-code]') })
  await expect(plain).toHaveCount(0)
}

test('changing the language leaves no text in the old language that a reload would translate', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/formatted', 'Show me all.')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  const { comparison } = await invoke(page, 'compare.create', { models: ['fake/formatted', 'fake/brief'] })
  const compare = new URL(`#/compare/${encodeURIComponent(comparison.id)}`, page.url()).href
  for (const [view, words] of [
    [page.url(), 'const a = 1'],
    [compare, 'Idle'],
  ] as const) {
    await page.goto(view)
    await invoke(page, 'settings.set', { language: 'en' })
    // Reloads here too, because past announcements keep their language.
    await page.reload()
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await expect(german(page).html).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('main')).toContainText(words)
    await isColoured(page)
    const inEnglish = await textsIn(page)
    await invoke(page, 'settings.set', { language: 'de' })
    await expect(german(page).html).toHaveAttribute('lang', 'de')
    const changed = await textsIn(page)
    expect(changed).not.toEqual(inEnglish)
    await page.reload()
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await isColoured(page)
    const kept = changed.filter((text) => inEnglish.includes(text))
    const onlyEnglish = async () => {
      const inGerman = new Set(await textsIn(page))
      return kept.filter((text) => !inGerman.has(text))
    }
    await expect.poll(onlyEnglish).toEqual([])
  }
})

test('a window opened in German shows no word of another language, also when a provider refuses', async ({
  page,
}) => {
  await test.step('a reopened window starts in its language, without a word of another', async () => {
    await speakGerman(page)
    await page.addInitScript(() => {
      const { MutationObserver, document } = globalThis as unknown as PageGlobals
      const shown: string[] = []
      ;(globalThis as unknown as PageGlobals).shown = shown
      new MutationObserver(() => shown.push(document.body?.innerText ?? '')).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    await page.reload()
    await expect(german(page).message).toBeVisible()
    await expect(german(page).html).toHaveAttribute('lang', 'de')
    const shown = await page.evaluate(() => (globalThis as unknown as PageGlobals).shown ?? [])
    const withWords = shown.filter((text) => text.trim() !== '')
    expect(withWords[0]).toContain('Neuer Chat')
    expect(withWords.filter((text) => text.includes('New chat'))).toEqual([])
  })

  await test.step("shows in German why a provider refused a request and why it is retried, with the provider's own words", async () => {
    await speakGerman(page)
    const chat = new Chat(page)
    await ask(page, 'fake/error-401', 'Darf ich?')
    await expect(chat.answerThatIs('failed').getByRole('alert')).toContainText(
      'Fake hat den Schlüssel abgelehnt (401).',
    )

    await ask(page, 'fake/busy-50', 'Hast du Zeit?')
    await expect(chat.answerThatIs('streaming')).toContainText(
      'Fake nimmt gerade keine weiteren Anfragen an (429).',
    )
    await expect(chat.answerThatIs('streaming')).toContainText(/Neuer Versuch in \d+\ss/)
    await page.getByRole('button', { name: 'Stopp', exact: true }).click()
    await expect(chat.answerThatIs('partial')).toBeVisible()

    await ask(page, 'fake/error-event', 'Was ist los?')
    const failed = chat.answerThatIs('failed').getByRole('alert')
    await expect(failed).toContainText('Fake hat gerade Probleme.')
    await expect(failed).toContainText('The engine is overloaded.')
  })
})

test('starts in the language of the browser, until another is chosen', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  const userAgent = await page.evaluate<string>('navigator.userAgent')
  await devtools.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'de-DE' })
  await page.reload()
  const inGerman = german(page)
  await expect(inGerman.message).toBeVisible()
  await expect(inGerman.html).toHaveAttribute('lang', 'de')
  await expect(inGerman.newChat.first()).toBeVisible()
  await invoke(page, 'settings.set', { language: 'en' })
  await page.reload()
  await expect(new Chat(page).message).toBeVisible()
  await expect(inGerman.html).toHaveAttribute('lang', 'en')
})
