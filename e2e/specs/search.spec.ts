import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** Globals of a page; this project has no DOM types. */
interface PageGlobals {
  CSS: { highlights: Map<string, Iterable<FoundRange>> }
  document: { querySelectorAll: (selector: string) => Iterable<Boxed> }
}
interface FoundRange extends Boxed {
  toString: () => string
}
interface Boxed {
  getBoundingClientRect: () => { top: number; bottom: number }
}

const bird = completeStream([{ type: 'tokens', tokens: ['It is ', 'a whimbrel.'] }])

test.use({ appOptions: { models: { bird } } })

function field(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search' })
}

function found(page: Page): Locator {
  return page.getByRole('option')
}

/** The first match that a search marked in a message, and whether it is in view. */
function markedBox(page: Page): Promise<{ text: string; isInView: boolean } | null> {
  return page.evaluate(() => {
    const { CSS, document } = globalThis as unknown as PageGlobals
    const [range] = CSS.highlights.get('found-words') ?? []
    if (range === undefined) return null
    const { top, bottom } = range.getBoundingClientRect()
    const isInView = [...document.querySelectorAll('[data-slot="follow-scroll"]')]
      .map((scroller) => scroller.getBoundingClientRect())
      .some((view) => top >= view.top && bottom <= view.bottom)
    return { text: range.toString(), isInView }
  })
}

async function importChat(page: Page, title: string, texts: readonly string[]): Promise<void> {
  await invoke(page, 'sessions.import', {
    title,
    messages: texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
  })
}

test('the search is entered and left by keyboard, lists titles, then messages, and opens the match in view, in chats and panes', async ({
  page,
}) => {
  await test.step('a search lists titles, then messages, with matches marked, and opens the very message', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `Line ${index} of a long talk`)
    await importChat(page, 'A long talk', ['Where does the heron nest?', ...many])
    await importChat(page, 'The heron', ['Something else'])
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('heron')
    await expect(found(page)).toHaveCount(2)
    await expect(found(page).nth(0)).toContainText('The heron')
    await expect(found(page).nth(1)).toContainText('A long talk')
    await expect(found(page).nth(1)).toContainText('You')
    await expect(found(page).nth(1).locator('mark')).toHaveText('heron')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const message = page.locator('article', { hasText: 'Where does the heron nest?' })
    await expect(message).toBeInViewport()
    // The results stay open, for the next one.
    await expect(found(page)).toHaveCount(2)
  })

  await test.step('scrolls to a match far down in a long message, and marks it', async () => {
    const prose = 'Reading is steady work, line after line. '.repeat(400)
    await importChat(page, 'One long answer', [
      'Go on',
      `${prose}Here the shoebill stands. ${prose}`,
      'Thanks',
    ])
    await field(page).fill('shoebill')
    await expect(found(page)).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.press('Enter')
    await expect.poll(() => markedBox(page)).toMatchObject({ text: 'shoebill', isInView: true })
  })

  await test.step('unfolds the call that has a match', async () => {
    const call = {
      type: 'tool-call' as const,
      toolCallId: 'c1',
      toolName: 'orders.find',
      input: { n: 7 },
      state: 'done' as const,
    }
    const result = {
      type: 'tool-result' as const,
      toolCallId: 'c1',
      output: 'A bittern was ordered.',
      isError: false,
    }
    await invoke(page, 'sessions.import', {
      title: 'With a tool',
      messages: [
        { role: 'user', content: 'Look it up' },
        { role: 'assistant', content: [call, result, { type: 'text', text: 'Done.' }] },
      ],
    })
    await field(page).fill('bittern')
    // The search before had one result, too.
    await expect(found(page)).toContainText('bittern')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.press('Enter')
    await expect.poll(() => markedBox(page)).toMatchObject({ text: 'bittern', isInView: true })
  })

  await test.step('opens a match in a pane in that pane', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/bird'])
    await compare.ask('Which bird?')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await field(page).fill('whimbrel')
    await expect(found(page)).toContainText('Comparison:')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.press('Enter')
    await expect(compare.pane(2).answer).toBeFocused()
    await expect.poll(() => markedBox(page)).toMatchObject({ text: 'whimbrel', isInView: true })
    await page.reload()
    await expect(compare.pane(2).answer).toBeFocused()
  })

  await test.step('a match in a pane opens its comparison', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief'])
    await compare.ask('Which bird is a cormorant?')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await field(page).fill('cormorant role:user')
    await expect(found(page).first()).toContainText('Comparison:')
    await page.keyboard.press('Enter')
    await expect(compare.pane(2).answer).toContainText('Here is the answer.')
  })

  await test.step('repeated Escapes leave the search, and stop the answer only when there is nothing to leave', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Escapes')
    await expect(chat.answerThatIs('streaming')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('left')
    for (const _ of ['the words', 'the field']) await page.keyboard.press('Escape')
    await expect(chat.message).toBeFocused()
    expect((await invoke(page, 'runs.list', {})).runs).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(chat.answerThatIs('partial')).toBeVisible()
  })

  await test.step('Escape restores the list, then returns the focus to the message', async () => {
    await importChat(page, 'Before the search', ['Hello'])
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('search')
    await expect(found(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveValue('')
    await expect(page.getByRole('link', { name: 'Before the search' })).toBeVisible()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(new Chat(page).message).toBeFocused()
  })
})

/** No frame or task between the keys, like a fast typist on a busy machine. */
const typeRightAfterCtrlK = `(() => {
  const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', press))
  document.execCommand('insertText', false, 'heron')
})()`

test('a key typed right after Ctrl+K goes to the search; filters, markup, operators and searches without results', async ({
  page,
}) => {
  await test.step('a key typed right after Ctrl+K goes to the search, in a wide and a narrow window', async () => {
    const { message } = new Chat(page)
    for (const width of [900, 700]) {
      await test.step(`at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 700 })
        await expect(message).toBeFocused()
        await page.evaluate(typeRightAfterCtrlK)
        await expect(field(page)).toHaveValue('heron')
        for (const _ of ['the words', 'the field']) await page.keyboard.press('Escape')
      })
    }
    await page.setViewportSize({ width: 1_440, height: 900 })
  })

  await test.step('markup in a match is plain text, and accidental operators do no harm', async () => {
    await importChat(page, 'Markup', ['An egret <img src=x onerror="document.title=1"> & more'])
    await field(page).fill('egret')
    await expect(found(page)).toContainText('<img src=x onerror="document.title=1">')
    for (const query of ['"egret', 'egret AND', 'egret*', '(egret', 'egret -', 'NEAR(egret']) {
      await field(page).fill(query)
      await expect(page.getByRole('alert')).toBeHidden()
      await expect(field(page)).toHaveValue(query)
    }
  })

  await test.step('a search that finds nothing says so', async () => {
    await field(page).fill('xylophonically')
    await expect(page.getByRole('complementary')).toContainText('No results')
    await expect(found(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
  })

  await test.step('filters are suggested, shown once they are recognised, and can be removed', async () => {
    await importChat(page, 'Filtered', ['The kingfisher, says the user', 'The kingfisher, says the answer'])
    await field(page).click()
    await page.getByRole('button', { name: 'role:', exact: true }).click()
    await expect(field(page)).toHaveValue('role:')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('user kingfisher')
    await expect(found(page)).toHaveCount(1)
    await expect(found(page)).toContainText('says the user')
    await page.getByRole('button', { name: 'Remove role: user' }).click()
    await expect(found(page)).toHaveCount(2)
    await expect(field(page)).toHaveValue('kingfisher')
    await field(page).fill('kingfisher before:soon')
    await expect(page.getByRole('status').filter({ hasText: 'before:' })).toBeVisible()
    await expect(found(page)).toHaveCount(2)
  })
})
