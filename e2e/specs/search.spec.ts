import type { Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { Palette } from '../helpers/pages/palette.ts'
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

test('the search lists chats, then messages, opens the match in view, in chats and panes, and keeps its results for the next one', async ({
  page,
}) => {
  const palette = new Palette(page)
  await test.step('matches are marked, and a result opens the very message', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `Line ${index} of a long talk`)
    await importChat(page, 'A long talk', ['Where does the heron nest?', ...many])
    await importChat(page, 'The heron', ['Something else'])
    await palette.open()
    await page.keyboard.type('heron')
    await expect(palette.lines).toHaveCount(2)
    await expect(palette.group('Chats and comparisons')).toContainText('The heron')
    const message = palette.group('Messages')
    await expect(message).toContainText('A long talk')
    await expect(message).toContainText('You')
    await expect(message.locator('mark')).toHaveText('heron')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.locator('article', { hasText: 'Where does the heron nest?' })).toBeInViewport()
    // The results are there again, at the one that was opened; typing replaces the words.
    await palette.open()
    await expect(palette.field).toHaveValue('heron')
    await expect(palette.active).toContainText('A long talk')
    await page.keyboard.type('egret')
    await expect(palette.field).toHaveValue('egret')
    await page.keyboard.press('Escape')
    await palette.open()
    await expect(palette.field).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('scrolls to a match far down in a long message, and marks it', async () => {
    const prose = 'Reading is steady work, line after line. '.repeat(400)
    await importChat(page, 'One long answer', [
      'Go on',
      `${prose}Here the shoebill stands. ${prose}`,
      'Thanks',
    ])
    await palette.do('shoebill', 'shoebill')
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
    await palette.do('bittern', 'bittern')
    await expect.poll(() => markedBox(page)).toMatchObject({ text: 'bittern', isInView: true })
  })

  await test.step('opens a match in a pane in that pane', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/bird'])
    await compare.ask('Which bird?')
    for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await palette.do('whimbrel', 'Comparison:')
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
    await palette.do('cormorant role:user', 'Comparison:')
    await expect(compare.pane(2).answer).toContainText('Here is the answer.')
  })

  await test.step('repeated Escapes leave the search, then stop the answer', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Escapes')
    await expect(chat.answerThatIs('streaming')).toBeVisible()
    await palette.find('left')
    await page.keyboard.press('Escape')
    await expect(chat.message).toBeFocused()
    expect((await invoke(page, 'runs.list', {})).runs).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(chat.answerThatIs('partial')).toBeVisible()
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
  const palette = new Palette(page)
  await test.step('a key typed right after Ctrl+K goes to the search, in a wide and a narrow window', async () => {
    const { message } = new Chat(page)
    for (const width of [900, 700]) {
      await test.step(`at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 700 })
        await expect(message).toBeFocused()
        await page.evaluate(typeRightAfterCtrlK)
        await expect(palette.field).toHaveValue('heron')
        await page.keyboard.press('Escape')
      })
    }
    await page.setViewportSize({ width: 1_440, height: 900 })
  })

  await test.step('the button in the sidebar opens it, and is the only place that names its keys', async () => {
    await expect(page.getByText('Ctrl+K')).toHaveCount(1)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(palette.field).toBeFocused()
  })

  await test.step('markup in a match is plain text, and accidental operators do no harm', async () => {
    await importChat(page, 'Markup', ['An egret <img src=x onerror="document.title=1"> & more'])
    await palette.field.fill('egret')
    await expect(palette.lines).toContainText('<img src=x onerror="document.title=1">')
    for (const query of ['"egret', 'egret AND', 'egret*', '(egret', 'egret -', 'NEAR(egret']) {
      await palette.field.fill(query)
      await expect(page.getByRole('alert')).toBeHidden()
      await expect(palette.field).toHaveValue(query)
    }
  })

  await test.step('a search that finds nothing says so', async () => {
    await palette.field.fill('xylophonically')
    await expect(palette.dialog.getByRole('status')).toHaveText('No results')
    await expect(palette.lines).toHaveCount(0)
    await palette.field.fill('')
  })

  await test.step('filters are suggested, shown once they are recognised, and can be removed', async () => {
    await importChat(page, 'Filtered', ['The kingfisher, says the user', 'The kingfisher, says the answer'])
    await page.getByRole('button', { name: 'role:', exact: true }).click()
    await expect(palette.field).toHaveValue('role:')
    await expect(palette.field).toBeFocused()
    await page.keyboard.type('user kingfisher')
    await expect(palette.lines).toHaveCount(1)
    await expect(palette.lines).toContainText('says the user')
    await page.getByRole('button', { name: 'Remove role: user' }).click()
    await expect(palette.lines).toHaveCount(2)
    await expect(palette.field).toHaveValue('kingfisher')
    await palette.field.fill('kingfisher before:soon')
    await expect(page.getByRole('status').filter({ hasText: 'before:' })).toBeVisible()
    await expect(palette.lines).toHaveCount(2)
  })
})
