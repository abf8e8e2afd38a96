import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { proseTokens } from '../fake-provider/sample-text.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import type { MessageId, SessionId } from '../../src/shared/ids.ts'

const hourMs = 3_600_000

/** A chat that was imported, and its messages in order. */
interface ImportedChat {
  sessionId: SessionId
  ids: MessageId[]
}

/** Imports questions and answers `stepMs` apart, the last one an hour ago. */
async function importChat(
  page: Page,
  { title, count, stepMs = 60_000 }: { title: string; count: number; stepMs?: number },
): Promise<ImportedChat> {
  const last = Date.now() - hourMs
  const messages = Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content:
      index % 2 === 0
        ? `Question ${index / 2 + 1}`
        : ['## Its answer', ...Array<string>(8).fill('It has some lines.'), '## More of it'].join('\n\n'),
    createdAt: last - (count - 1 - index) * stepMs,
  }))
  const { session } = await invoke(page, 'sessions.import', { title, messages, model: 'fake/brief' })
  const path = await invoke(page, 'sessions.get', { sessionId: session.id })
  return { sessionId: session.id, ids: path.messages.map(({ id }) => id) }
}

const parts = ['## First part\n\n', 'Some **words**.\n\n', '## Second part\n\n', '`code` and the end.']

test.use({
  appOptions: {
    models: {
      parts: completeStream([{ type: 'tokens', tokens: parts }]),
      prose: completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 60 }]),
      stuck: completeStream([{ type: 'tokens', tokens: ['Going on.'] }, { type: 'silence' }]),
    },
  },
})

async function openChat(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

function question(page: Page, number: number): Locator {
  return page
    .locator('article[data-role=user]')
    .filter({ has: page.getByText(`Question ${number}`, { exact: true }) })
}

async function clipboardText(page: Page): Promise<string> {
  return page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
    ).navigator.clipboard.readText(),
  )
}

/** Global functions of the built page; this project has no DOM types. */
interface PageGlobals {
  document: {
    querySelector(selector: string): Box | null
    querySelectorAll(selector: string): Iterable<Box>
    createElement(name: string): Box
  }
  requestAnimationFrame(callback: () => void): void
  location: { hash: string }
}
interface Box {
  scrollTop: number
  style: { height: string }
  append(child: Box): void
  prepend(child: Box): void
  querySelector(selector: string): Box | null
  getBoundingClientRect(): { top: number; bottom: number }
}

test('the metrics of an answer, the actions and keys of messages, and the outline of a long chat and a growing one', async ({
  page,
}) => {
  await test.step('shows the metrics of an answer below it, and no speed for five tokens', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/parts', 'Be short')
    const metrics = chat.answerThatIs('complete').locator('[data-slot="metrics"]')
    await expect(metrics).toContainText('parts')
    await expect(metrics).toContainText('first token')
    await expect(metrics).toContainText(/\d+ in, \d+ out/)
    await expect(metrics).not.toContainText('tok/s')
    await metrics.locator('time').hover()
    await expect(metrics.locator('time')).toHaveAttribute('title', /\d{4} at \d{2}:\d{2}:\d{2}/)
    await chat.ask('Be long')
    await chat.begin('fake/prose', 'Be long')
    await expect(chat.answerThatIs('complete').locator('[data-slot="metrics"]')).toContainText(/\d+ tok\/s/)
  })

  await test.step('every action on a message works by keyboard alone', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const chat = new Chat(page)
    await chat.begin('fake/parts', 'By keys')
    await chat.answerThatIs('complete').waitFor()
    await expect(chat.message).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(chat.answer).toBeFocused()
    await page.keyboard.press('c')
    await expect.poll(() => clipboardText(page)).toBe(parts.join(''))
    await page.keyboard.press('p')
    await expect
      .poll(() => clipboardText(page))
      .toBe('First part\n\nSome words.\n\nSecond part\n\ncode and the end.')

    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Copy as Markdown' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await expect(chat.questions).toBeFocused()
    await page.keyboard.press('e')
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(chat.answer).toBeFocused()
    await page.keyboard.press('r')
    await expect(chat.answer.getByText('2 of 2')).toBeAttached()
    await expect(chat.message).toBeFocused()
    // Escape stops an answer that is being written.
    await chat.answerThatIs('complete').waitFor()

    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(chat.message).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Escape')
    await expect(chat.message).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    const before = page.url()
    await page.keyboard.press('f')
    await expect(page).not.toHaveURL(before)
    await expect(chat.answerThatIs('complete')).toHaveCount(1)
  })

  await test.step('a key in the menu of a message chooses the entry that it names, and typing elsewhere does nothing to messages', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Do not touch')
    await chat.answerThatIs('complete').waitFor()
    await chat.message.pressSequentially('jkerfc')
    await expect(chat.message).toHaveValue('jkerfc')
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveCount(0)
    await chat.questions.getByRole('button', { name: 'Actions for your message' }).press('Enter')
    await page.keyboard.press('e')
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('Do not touch')
  })

  await test.step('the outline jumps to a distant question, marks the current one, and works fully by keyboard', async () => {
    await importChat(page, { title: 'With an outline', count: 600 })
    await openChat(page, 'With an outline')
    await expect(question(page, 300)).toBeInViewport()
    await page.keyboard.press('Alt+o')
    const outline = page.getByRole('navigation', { name: 'Outline' })
    const current = outline.locator('[aria-current=location]')
    await expect(current).toBeFocused()
    await expect(question(page, 5)).toHaveCount(0)
    await page.keyboard.press('Home')
    await expect(outline.getByRole('button', { name: 'Question 1', exact: true })).toBeFocused()
    // Each question is followed by two headings.
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowDown')
    const fifth = outline.getByRole('button', { name: 'Question 5', exact: true })
    await expect(fifth).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question(page, 5)).toBeFocused()
    await expect(question(page, 5)).toBeInViewport({ ratio: 1 })
    await expect(fifth).toHaveAttribute('aria-current', 'location')

    await outline.getByRole('button', { name: 'More of it' }).nth(4).click()
    await expect(current).toHaveText('More of it')
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
    await expect(outline).toHaveCount(0)
  })

  await test.step('the outline adds questions that are asked while it is open', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/parts', 'The first question')
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
    const outline = page.getByRole('navigation', { name: 'Outline' })
    await expect(outline.getByRole('listitem')).toHaveText([
      'The first question',
      'First part',
      'Second part',
    ])
    await chat.ask('And then?')
    await expect(outline.getByRole('listitem')).toHaveText([
      'The first question',
      'First part',
      'Second part',
      'And then?',
      'First part',
      'Second part',
    ])
    await outline.getByRole('button', { name: 'The first question' }).press('Escape')
    await expect(page.getByRole('button', { name: 'Outline', exact: true })).toBeFocused()
  })
})

test('unseen messages are marked as new, and dates, late changes of height and answers from below leave the reader in place', async ({
  page,
}) => {
  await test.step('marks messages that arrived while another chat was shown as new, until the user writes', async () => {
    const { sessionId } = await importChat(page, { title: 'Left for a while', count: 4 })
    await openChat(page, 'Left for a while')
    await expect(question(page, 2)).toBeInViewport()
    const chat = new Chat(page)
    const divider = page.getByRole('separator', { name: 'New messages' })
    await expect(divider).toHaveCount(0)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await invoke(page, 'runs.send', { sessionId, text: 'Sent meanwhile' })
    await openChat(page, 'Left for a while')
    await expect(chat.answerThatIs('complete')).toHaveCount(1)
    await expect(divider).toBeVisible()
    const places = await page.evaluate(() => {
      const { document } = globalThis as unknown as PageGlobals
      const top = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN
      return [top('[data-slot="chat-new"]'), top('[data-slot="chat-new"] + article')]
    })
    expect(places[0]).toBeLessThan(places[1] ?? Number.NaN)
    await expect(page.locator('[data-slot="chat-new"] + article')).toContainText('Sent meanwhile')
    await chat.ask('I have read it')
    await expect(divider).toHaveCount(0)
  })

  await test.step('a reloaded window still knows which messages of a chat are new', async () => {
    const { sessionId } = await importChat(page, { title: 'Left and reloaded', count: 4 })
    await openChat(page, 'Left and reloaded')
    await expect(question(page, 2)).toBeInViewport()
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await invoke(page, 'runs.send', { sessionId, text: 'Sent before the reload' })
    await page.reload()
    await openChat(page, 'Left and reloaded')
    await expect(page.getByRole('separator', { name: 'New messages' })).toBeVisible()
    await expect(page.locator('[data-slot="chat-new"] + article')).toContainText('Sent before the reload')
  })

  await test.step('an answer that ends in a window without focus stays unseen until the window gets the focus', async () => {
    const { sessionId } = await importChat(page, { title: 'Out of sight', count: 2 })
    await openChat(page, 'Out of sight')
    await expect(question(page, 1)).toBeInViewport()
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((visibilityState) => {
        const { document } = globalThis as unknown as { document: EventTarget }
        Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const isUnseen = async () => {
      const { sessions } = await invoke(page, 'sessions.list', {})
      return sessions.find(({ id }) => id === sessionId)?.unseen
    }
    await show('hidden')
    await invoke(page, 'runs.send', { sessionId, text: 'Answered out of sight' })
    const entry = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: /Out of sight/ })
    await expect(entry).toContainText('New answer')
    expect(await isUnseen()).toBe(true)
    await show('visible')
    await expect.poll(isUnseen).toBe(false)
    await expect(entry).not.toContainText('New answer')
  })

  await test.step('says how much has arrived below while the user reads further up', async () => {
    const { sessionId } = await importChat(page, { title: 'Read further up', count: 40 })
    await openChat(page, 'Read further up')
    await expect(question(page, 20)).toBeInViewport()
    await page.getByRole('region', { name: 'Messages' }).press('Home')
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    await expect(jump).toHaveText('Jump to latest')
    await invoke(page, 'runs.send', { sessionId, text: 'Below', model: 'fake/stuck' })
    await expect(jump).toHaveText(/Jump to latest\s*answering/)
    await invoke(page, 'runs.stop', { sessionId })
    await expect(jump).toHaveText(/Jump to latest\s*2 new/)
    await jump.click()
    await expect(new Chat(page).answer).toBeInViewport()
    await expect(jump).toHaveCount(0)
  })

  await test.step('shows a date between messages of different days, and nowhere else', async () => {
    await importChat(page, { title: 'Over some days', count: 8, stepMs: 12 * hourMs })
    await openChat(page, 'Over some days')
    await expect(question(page, 4)).toBeInViewport()
    const days = page.getByRole('separator')
    await expect(days.last()).toHaveAccessibleName(/^(Today|Yesterday)$/)
    expect(await days.count()).toBeGreaterThanOrEqual(4)
    const names = await days.evaluateAll((lines) =>
      lines.map((line) => (line as unknown as { ariaLabel: string }).ariaLabel),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  await test.step('late changes of height, above or below, do not move the text in view', async () => {
    await importChat(page, { title: 'Settling late', count: 120 })
    await openChat(page, 'Settling late')
    await expect(question(page, 60)).toBeInViewport()
    const moved = await page.evaluate(async () => {
      const window = globalThis as unknown as PageGlobals
      const { document } = window
      const scroller = document.querySelector('[data-slot="follow-scroll"]')
      if (scroller === null) throw new Error('no messages are shown')
      const painted = () =>
        new Promise<void>((resolve) =>
          window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)),
        )
      // Earlier messages are drawn in the next frames.
      while (scroller.scrollTop > -2_999) {
        scroller.scrollTop = -3_000
        await painted()
      }
      const rows = [...document.querySelectorAll('[data-message-id]')]
      const view = scroller.getBoundingClientRect()
      const inView = rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > view.top && top < view.bottom
      })
      const first = rows.indexOf(inView[0] ?? scroller)
      // The first row that begins inside the view; the one above it may be cut off.
      const read = inView.find((row) => row.getBoundingClientRect().top >= view.top)
      if (read === undefined) throw new Error('no message begins in the view')
      const results: Record<string, number> = {}
      for (const [name, at] of [
        ['far above', first - 9],
        ['above', first - 1],
        ['above in the same message', first],
        ['below in the same message', first + inView.length - 1],
        ['below', first + inView.length],
        ['far below', first + inView.length + 5],
      ] as const) {
        const before = read.getBoundingClientRect().top
        const late = document.createElement('div')
        late.style.height = '240px'
        const content = rows[at]?.querySelector('[data-slot="markdown"], [data-slot="user-words"]')
        if (at === first) content?.prepend(late)
        else content?.append(late)
        await painted()
        results[name] = Math.round(read.getBoundingClientRect().top - before)
      }
      return results
    })
    expect(moved).toEqual({
      'far above': 0,
      above: 0,
      'above in the same message': 0,
      'below in the same message': 0,
      below: 0,
      'far below': 0,
    })
  })

  await test.step('messages that are drawn above, while the reader is already at the top, do not move the text', async () => {
    const { sessionId } = await importChat(page, { title: 'Drawn in several frames', count: 120 })
    const link = page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('link', { name: 'Drawn in several' })
    await expect(link).toBeVisible()
    const movedPx = await page.evaluate(async (hash) => {
      const window = globalThis as unknown as PageGlobals
      const { document } = window
      const frame = () => new Promise<void>((resolve) => window.requestAnimationFrame(resolve))
      const rows = () => [...document.querySelectorAll('[data-message-id]')]
      const [shown] = rows()
      window.location.hash = hash
      while (rows().length === 0 || rows()[0] === shown) await frame()
      const scroller = document.querySelector('[data-slot="follow-scroll"]')
      if (scroller === null) throw new Error('no messages are shown')
      const { length } = rows()
      scroller.scrollTop = -1_000_000
      const [read] = rows()
      if (read === undefined) throw new Error('no message is drawn')
      const before = read.getBoundingClientRect().top
      while (rows().length === length) await frame()
      await frame()
      return read.getBoundingClientRect().top - before
    }, `#/chat/${sessionId}`)
    expect(Math.abs(movedPx)).toBeLessThan(1)
  })

  await test.step('reopening a chat, also after a reload, shows the last reading position, or the end if the user was there', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `message ${index} ${'word '.repeat(60)}`)
    const { session } = await invoke(page, 'sessions.import', {
      title: 'A long read',
      model: 'demo/brief',
      messages: texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
    })
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    const open = () => sessions.getByRole('link', { name: 'A long read' }).click()
    const leave = () => page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    expect(session.kind).toBe('chat')
    await open()
    const messages = page.locator('[data-slot="chat-column"]')
    const row = page.locator('article', { hasText: 'message 20 ' })
    await messages.getByText('message 39 ').waitFor()
    await row.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView())
    const top = async () => (await row.boundingBox())?.y ?? Number.NaN
    const before = await top()
    await leave()
    await expect(row).toHaveCount(0)
    await open()
    await row.waitFor()
    await expect.poll(top).toBeCloseTo(before, -0.5)
    // Main keeps it, whatever the browser keeps.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await row.waitFor()
    await expect.poll(top).toBeCloseTo(before, -0.5)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await leave()
    await open()
    await expect(page.locator('article', { hasText: 'message 39 ' })).toBeInViewport()
  })
})
