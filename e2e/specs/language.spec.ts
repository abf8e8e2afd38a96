import type { Page } from '@playwright/test'

import { completeStream, errorReply } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'
import { invoke } from '../helpers/window-api.ts'

/** What a page has and this project, without DOM types, does not know of. */
interface PageGlobals {
  document: { activeElement: { tagName: string } | null; body: { innerText: string } | null }
  MutationObserver: new (onChange: () => void) => {
    observe: (
      target: object,
      options: { childList: boolean; subtree: boolean; characterData: boolean },
    ) => void
  }
  isTheSame?: boolean
  shown?: string[]
}

const paragraphs = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}.\n\n`)

test.use({
  appOptions: {
    models: {
      long: completeStream([{ type: 'tokens', tokens: paragraphs }]),
      'busy-50': errorReply(429, { message: 'Too many requests.' }, { 'retry-after': '50' }),
    },
  },
})

test.afterEach(async ({ page }) => {
  await invoke(page, 'settings.set', { language: 'system' })
})

/** The controls that the tests of this file use, as a German finds them. */
function german(page: Page) {
  const settings = page.getByRole('dialog', { name: 'Einstellungen' })
  return {
    message: page.getByRole('textbox', { name: 'Nachricht', exact: true }),
    newChat: page.getByRole('button', { name: 'Neuer Chat', exact: true }),
    settings,
    language: settings.getByRole('radiogroup', { name: 'Sprache' }),
    palette: page.getByRole('dialog', { name: 'Befehlspalette' }),
    html: page.locator('html'),
  }
}

/** Has the window speak German, as it does whenever it is opened from now on. */
async function speakGerman(page: Page): Promise<void> {
  await invoke(page, 'settings.set', { language: 'de' })
  await page.reload()
  await expect(german(page).message).toBeVisible()
}

/** Asks in a chat of its own, whatever the language. */
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

test('another language is chosen by keyboard while an answer is written: nothing is lost and nothing loaded anew', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/steady', 'Go on.')
  await chat.answerThatIs('streaming').waitFor()
  await chat.message.fill('not sent yet')
  await page.evaluate(() => {
    ;(globalThis as unknown as PageGlobals).isTheSame = true
  })

  await page.keyboard.press('Control+,')
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

  await page.keyboard.press('Control+p')
  await expect(after.palette).toBeVisible()
  await page.keyboard.type('neuer vergleich')
  await expect(after.palette.getByRole('option').first()).toContainText('Neuer Vergleich')
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).isTheSame)).toBe(true)

  await page.keyboard.press('Control+,')
  await after.settings.getByRole('button', { name: 'Erscheinungsbild' }).press('Enter')
  await after.language.getByRole('radio', { name: 'Deutsch' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(after.html).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Escape')
  await expect(chat.message).toHaveValue('not sent yet')
  await expect(chat.stop).toBeVisible()
  await chat.message.fill('')
})

test('another window changes the language while one writes here: the caret stays where it is, also in a dialog', async ({
  page,
}) => {
  const chat = new Chat(page)
  const inGerman = german(page)
  await chat.message.fill('onethree')
  for (let step = 0; step < 5; step += 1) await chat.message.press('ArrowLeft')
  await invoke(page, 'settings.set', { language: 'de' })
  await expect(inGerman.html).toHaveAttribute('lang', 'de')
  await expect(inGerman.message).toBeFocused()
  await page.keyboard.type('two')
  await expect(inGerman.message).toHaveValue('onetwothree')

  await page.keyboard.press('Control+p')
  await expect(inGerman.palette).toBeVisible()
  await page.keyboard.type('chat')
  await invoke(page, 'settings.set', { language: 'en' })
  await expect(inGerman.html).toHaveAttribute('lang', 'en')
  expect(await focusedTag(page)).toBe('INPUT')
  await page.keyboard.press('Escape')
  await expect(chat.message).toBeFocused()
  await chat.message.fill('')
})

test('another window changes the language while one reads here: what is read stays in view', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/long', 'Tell me all.')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  const read = chat.answer.getByText('Paragraph 60.', { exact: true })
  await read.scrollIntoViewIfNeeded()
  const before = await read.boundingBox()
  await invoke(page, 'settings.set', { language: 'de' })
  await expect(german(page).html).toHaveAttribute('lang', 'de')
  await expect.poll(() => read.boundingBox()).toEqual(before)
})

test('a window that is opened again begins in its language, with no word of another before', async ({
  page,
}) => {
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

test('what a provider refuses, and why it is asked again, is said in German, with its own words', async ({
  page,
}) => {
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

test.describe('in a browser that speaks German', () => {
  test.use({ locale: 'de-DE' })

  test('Parley speaks it too, until another language is chosen', async ({ page }) => {
    const inGerman = german(page)
    await expect(inGerman.message).toBeVisible()
    await expect(inGerman.html).toHaveAttribute('lang', 'de')
    await expect(inGerman.newChat.first()).toBeVisible()
    await invoke(page, 'settings.set', { language: 'en' })
    await page.reload()
    await expect(new Chat(page).message).toBeVisible()
    await expect(inGerman.html).toHaveAttribute('lang', 'en')
  })
})
