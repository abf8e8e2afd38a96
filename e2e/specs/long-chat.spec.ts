import type { Locator, Page } from '@playwright/test'

import { markdownTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import type { MessageId, SessionId } from '../../src/shared/ids.ts'

const messageCount = 2_000
/** The maximum number of messages in the document. */
const mostRows = 210

test.use({
  appOptions: {
    models: { stuck: completeStream([{ type: 'tokens', tokens: ['Going on.'] }, { type: 'silence' }]) },
  },
})

interface LongChat {
  sessionId: SessionId
  ids: MessageId[]
}

/** Answers of various heights, so that nothing is in the right place by chance. */
async function importLongChat(page: Page, title: string, model = 'fake/brief'): Promise<LongChat> {
  const messages = Array.from({ length: messageCount }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: [`Message ${index + 1}.`, ...Array<string>(index % 7).fill('It has some lines.')].join('\n\n'),
  }))
  const { session } = await invoke(page, 'sessions.import', { title, messages, model })
  const path = await invoke(page, 'sessions.get', { sessionId: session.id })
  return { sessionId: session.id, ids: path.messages.map(({ id }) => id) }
}

async function openChat(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title }).click()
  await expect(row(page, messageCount)).toBeInViewport()
}

/** Message `number`, wherever it is. */
function row(page: Page, number: number): Locator {
  return page.locator('article').filter({ hasText: new RegExp(`^\\s*Message ${number}\\.`) })
}

/** Navigates like a link to this address. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = wanted
  }, hash)
}

/** Global functions of the built page; this project has no DOM types. */
interface PageGlobals {
  document: {
    querySelector(selector: string): ScrollBox | null
    querySelectorAll(selector: string): Iterable<Row>
  }
  requestAnimationFrame(callback: () => void): void
}
interface ScrollBox {
  scrollTop: number
  getBoundingClientRect(): { top: number; bottom: number }
}
interface Row {
  isConnected: boolean
  getBoundingClientRect(): { top: number; bottom: number }
}

/**
 * Scrolls through the chat in steps of `stepPx`. Returns how far any message in view moved without scrolling,
 * at most, and the highest number of messages in the document.
 */
function scrollThrough(page: Page, stepPx: number, steps: number) {
  return page.evaluate(
    async ({ stepPx: by, steps: count }) => {
      const window = globalThis as unknown as PageGlobals
      const { document } = window
      const scroller = document.querySelector('[data-slot="follow-scroll"]')
      if (scroller === null) throw new Error('no messages are shown')
      const nextFrame = () => new Promise<void>((resolve) => window.requestAnimationFrame(resolve))
      const rowsInView = () => {
        const view = scroller.getBoundingClientRect()
        return [...document.querySelectorAll('[data-message-id]')]
          .map((article) => ({ article, box: article.getBoundingClientRect() }))
          .filter(({ box }) => box.bottom > view.top && box.top < view.bottom)
      }
      let movedPx = 0
      let rows = 0
      for (let step = 0; step < count; step += 1) {
        scroller.scrollTop += by
        for (let frame = 0; frame < 3; frame += 1) {
          const before = rowsInView()
          await nextFrame()
          for (const { article, box } of before) {
            const isGone = !article.isConnected
            const moved = isGone ? Infinity : Math.abs(article.getBoundingClientRect().top - box.top)
            movedPx = Math.max(movedPx, moved)
          }
          rows = Math.max(rows, [...document.querySelectorAll('[data-message-id]')].length)
        }
      }
      return { movedPx, rows }
    },
    { stepPx, steps },
  )
}

test('scrolling through thousands of messages causes no jumps, and keeps few of them in the document', async ({
  page,
}) => {
  await importLongChat(page, 'Read from end to beginning')
  await openChat(page, 'Read from end to beginning')
  const up = await scrollThrough(page, -1_000, 45)
  expect(up.movedPx).toBeLessThan(1.5)
  expect(up.rows).toBeLessThanOrEqual(mostRows)
  await expect(row(page, messageCount)).toHaveCount(0)
  const down = await scrollThrough(page, 1_000, 20)
  expect(down.movedPx).toBeLessThan(1.5)
  expect(down.rows).toBeLessThanOrEqual(mostRows)
  // Jumps to the end of the loaded messages, like dragging the scroll bar; loading more must not move the
  // view.
  const far = await scrollThrough(page, 1_000_000, 1)
  expect(far.movedPx).toBeLessThan(1.5)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(row(page, messageCount)).toBeInViewport()

  await test.step('Home leads to the first question as soon as long answers are drawn, although their height is not known yet', async () => {
    const answer = markdownTokens(8_000).join('')
    const { session } = await invoke(page, 'sessions.import', {
      title: 'Long answers',
      model: 'fake/brief',
      messages: ['First question', answer, 'Second question', `${answer}\n\nThe end.`].map(
        (content, index) => ({
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content,
        }),
      ),
    })
    await goTo(page, `#/chat/${session.id}`)
    await expect(page.getByText('The end.')).toBeInViewport()
    await expect(page.locator('article')).toHaveCount(4)
    await expect(page.locator('[data-is-behind]')).toHaveCount(0)
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.press('Home')
    await expect(page.getByText('First question')).toBeInViewport()
    await messages.press('End')
    await expect(page.getByText('The end.')).toBeInViewport()
  })

  await test.step('the heights of long answers are known soon after they were opened', async () => {
    await page.reload()
    await expect(page.getByText('The end.')).toBeInViewport()
    await expect(page.locator('article')).toHaveCount(4)
    const notMeasured = page.locator('[data-is-behind], [data-is-unmeasured], [data-is-estimated]')
    await expect(notMeasured).toHaveCount(0)
  })
})

test('a link to a distant message opens it, sending from there scrolls to the end, and an answer that starts elsewhere does not move the view', async ({
  page,
}) => {
  await test.step('a link to a distant message opens it in the middle of the view, focused, and sending from there scrolls to the end', async () => {
    const { sessionId, ids } = await importLongChat(page, 'Opened in the middle')
    await openChat(page, 'Opened in the middle')
    for (const number of [300, 1, 1_500]) {
      await goTo(page, `#/chat/${sessionId}/${ids[number - 1] ?? ''}`)
      await expect(row(page, number)).toBeFocused()
      await expect(row(page, number)).toBeInViewport({ ratio: 1 })
    }
    expect(await page.locator('article').count()).toBeLessThanOrEqual(mostRows)

    await page.reload()
    await expect(row(page, 1_500)).toBeFocused()
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect(row(page, messageCount)).toBeInViewport()
    await expect(page).not.toHaveURL(new RegExp(ids[1_499] ?? '-'))

    await goTo(page, `#/chat/${sessionId}/${ids[499] ?? ''}`)
    await expect(row(page, 500)).toBeFocused()
    const chat = new Chat(page)
    await chat.ask('From far away')
    await expect(chat.questions.last()).toContainText('From far away')
    await expect(chat.answer).toContainText('Here is the answer.')
    await expect(chat.answer).toBeInViewport()
    await expect(page).toHaveURL(new RegExp(`#/chat/${sessionId}$`))
  })

  await test.step('an answer that starts elsewhere does not move the view', async () => {
    const { sessionId, ids } = await importLongChat(page, 'Answered elsewhere', 'fake/stuck')
    await openChat(page, 'Answered elsewhere')
    await goTo(page, `#/chat/${sessionId}/${ids[999] ?? ''}`)
    await expect(row(page, 1_000)).toBeFocused()
    const before = (await row(page, 1_000).boundingBox())?.y
    await invoke(page, 'runs.send', { sessionId, text: 'Sent by another window' })
    const chat = new Chat(page)
    await expect(chat.stop).toBeVisible()
    expect((await row(page, 1_000).boundingBox())?.y).toBe(before)
    await expect(page.getByText('Sent by another window')).toHaveCount(0)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect(chat.questions.last()).toContainText('Sent by another window')
    await chat.stop.click()
  })
})
