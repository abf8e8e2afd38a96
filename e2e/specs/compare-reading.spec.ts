import type { Locator, Page } from '@playwright/test'

import type { ComparisonId } from '../../src/shared/ids.ts'
import { markdownTokens, proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { boxOf } from '../helpers/pages/box-of.ts'

const pages = completeStream([{ type: 'tokens', tokens: markdownTokens(500) }])
const fewPages = completeStream([{ type: 'tokens', tokens: proseTokens(400) }])
const growing = completeStream([
  { type: 'tokens', tokens: markdownTokens(250) },
  { type: 'tokens', tokens: proseTokens(600), perSecond: 10 },
])

const thinking = completeStream([
  { type: 'tokens', tokens: proseTokens(300), field: 'reasoning_content' },
  { type: 'tokens', tokens: proseTokens(400) },
])

test.use({ appOptions: { models: { pages, 'few-pages': fewPages, growing, thinking } } })

/** The scroll position of a pane's messages and its maximum, in pixels. */
function scrolled(region: Locator): Promise<{ at: number; most: number }> {
  return region.locator('[data-slot="follow-scroll"]').evaluate((element) => {
    const { scrollTop, scrollHeight, clientHeight } = element as unknown as Record<
      'scrollTop' | 'scrollHeight' | 'clientHeight',
      number
    >
    const most = scrollHeight - clientHeight
    return { at: most + scrollTop, most }
  })
}

/** How far the newest question is below the top of the messages, in pixels. */
async function questionTop(region: Locator): Promise<number> {
  const question = await boxOf(region.locator('[data-role=user]').last())
  return question.y - (await boxOf(region.locator('[data-slot="follow-scroll"]'))).y
}

/**
 * Turns the wheel until almost nothing is left: what was out of view gets its real height only when it is scrolled into
 * view.
 */
async function wheel(page: Page, by: () => Promise<number>, left: () => Promise<number>): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, await by())
    await expect.poll(async () => Math.abs(await left()), { timeout: 500 }).toBeLessThan(3)
  }).toPass()
}

/** Turns the wheel over the pane that the pointer is in until `region` is at its top. */
function wheelToTop(page: Page, region: Locator): Promise<void> {
  return wheel(
    page,
    async () => -100_000,
    async () => (await scrolled(region)).at,
  )
}

/** The words of the newest question in a pane. */
function newestWords(region: Locator): Locator {
  return region.locator('[data-slot="user-words"]').last()
}

test('a pane keeps its reading position and follows its answer, and a question to all panes is shown once above them', async ({
  page,
  app,
}) => {
  const compare = new Compare(page)

  await test.step('a pane keeps its reading position when it is moved, shrunk and enlarged', async () => {
    await compare.begin(['fake/pages', 'fake/brief', 'fake/no-done'])
    await compare.ask('Read this from its beginning')
    // The bar takes its height from the panes once all of them are done.
    await expect(page.getByRole('group', { name: 'Vote', exact: true })).toContainText(
      'Which answer is best?',
    )
    await compare.pane(1).region.hover()
    await wheelToTop(page, compare.pane(1).region)

    await compare.pane(1).message.focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect(compare.pane(2).message).toBeFocused()
    expect((await scrolled(compare.pane(2).region)).at).toBeLessThan(3)
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Alt+m')
    await expect(compare.pane(2).answer).toBeHidden()
    await page.keyboard.press('Alt+2')
    await expect(compare.pane(2).answer).toBeVisible()
    expect((await scrolled(compare.pane(2).region)).at).toBeLessThan(3)
  })

  await test.step('a pane that follows its answer is not scrolled away from it by another pane', async () => {
    await compare.begin(['fake/pages', 'fake/growing'])
    await compare.ask('Read the one, follow the other')
    await expect(compare.pane(1).status).toHaveText('Done')
    const request = await requestOf(app.fake, 'growing', 'Read the one, follow the other')
    await request.waitForTokens(251)
    await expect.poll(async () => (await scrolled(compare.pane(2).region)).most).toBeGreaterThan(100)

    await compare.pane(1).region.hover()
    await wheelToTop(page, compare.pane(1).region)
    const { at, most } = await scrolled(compare.pane(2).region)
    expect(at).toBe(most)

    // Once its answer has ended, it scrolls with the others.
    await compare.pane(2).stop.click()
    await expect(compare.pane(2).status).toHaveText('Stopped')
    await compare.pane(1).region.hover()
    await page.mouse.wheel(0, 40)
    await expect.poll(async () => (await scrolled(compare.pane(2).region)).at).toBeLessThan(most / 2)
  })

  const [long, short] = [compare.pane(1), compare.pane(2)]
  const row = page.getByRole('region', { name: 'Question to all panes' })
  const words = (text: string) => row.getByRole('heading', { name: text })

  await test.step('a question to all panes is shown once above them', async () => {
    await compare.begin(['fake/pages', 'fake/few-pages'])
    const lines = ['The first question', 'has', 'more', 'lines', 'than fit'].join('\n')
    for (const [turn, question] of [lines, 'The second question'].entries()) {
      await compare.ask(question)
      for (const pane of [long, short]) {
        await expect(pane.answers).toHaveCount(turn + 1)
        await expect(pane.status).toHaveText('Done')
        await expect(pane.region.getByRole('article', { name: 'Question shown above' })).toHaveCount(1)
      }
      await expect(row.getByRole('heading')).toHaveText(question)
    }
    await expect(page.getByRole('heading', { name: 'The second question' })).toHaveCount(1)
    await expect(row.getByRole('button', { name: 'Show all' })).toBeHidden()
  })

  await test.step('panes scroll together, question by question, until that is turned off', async () => {
    const toSecondQuestion = async () => {
      await long.region.hover()
      const left = () => questionTop(long.region)
      await wheel(page, left, left)
    }
    await toSecondQuestion()
    await expect.poll(async () => Math.abs(await questionTop(short.region))).toBeLessThan(12)
    await wheelToTop(page, short.region)

    const toggle = page.getByRole('button', { name: 'Scroll together' })
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await toSecondQuestion()
    expect((await scrolled(short.region)).at).toBeLessThan(3)

    await page.reload()
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the question above the panes follows the reading, and is edited for all', async () => {
    await long.region.hover()
    await page.mouse.wheel(0, -100_000)
    await expect(words('The first question')).toBeVisible()
    const cut = (await boxOf(row)).height
    await row.getByRole('button', { name: 'Show all' }).press('Enter')
    await expect.poll(async () => (await boxOf(row)).height).toBeGreaterThan(cut + 40)
    await row.getByRole('button', { name: 'Show less' }).press('Enter')
    await expect.poll(async () => (await boxOf(row)).height).toBe(cut)
    await page.mouse.wheel(0, 100_000)
    await expect(words('The second question')).toBeVisible()

    await row.getByRole('button', { name: 'Edit for all panes' }).press('Enter')
    const answer = short.region.locator('[data-role="assistant"]').last()
    // Dimmed, the colour of text in the light theme.
    await expect(answer).toHaveCSS('color', 'rgb(109, 103, 95)')
    await page.keyboard.press('Escape')
    await expect(answer).toHaveCSS('color', 'rgb(33, 31, 27)')
    await expect(row.getByRole('button', { name: 'Edit for all panes' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Edit message' }).fill('The second question, edited')
    await page.getByRole('button', { name: 'Resend to 2 panes' }).click()
    await expect(words('The second question, edited')).toBeVisible()
    await expect(compare.message).toBeFocused()
    for (const pane of [long, short]) {
      await expect(pane.region.getByRole('group', { name: 'Versions' })).toContainText(['2 of 2'])
      await expect(pane.status).toHaveText('Done')
    }

    // A question to one pane is shown there. Its answer is whole, although the end of its run may still be to come.
    await short.message.fill('Only you')
    await short.message.press('Enter')
    await expect(short.answers).toHaveCount(3)
    expect((await boxOf(newestWords(short.region))).height).toBeGreaterThan(20)
    await expect(row.getByRole('heading')).toHaveText('The second question, edited')

    // A pane that is shown alone has its questions to itself.
    await long.message.focus()
    await page.keyboard.press('Alt+m')
    await expect(row).toBeHidden()
    await expect(long.region.getByRole('article', { name: 'Your message' })).toHaveCount(2)
  })
})

/** Where the newest answer of each pane begins, in pixels from the top of its messages. */
function answerStarts(compare: Compare, count: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { region, answer } = compare.pane(index + 1)
      const words = await boxOf(answer.locator('[data-slot="markdown"]').first())
      return words.y - (await boxOf(region.locator('[data-slot="follow-scroll"]'))).y
    }),
  )
}

async function expectToBeginTogether(compare: Compare, count: number): Promise<void> {
  await expect(async () => {
    const starts = await answerStarts(compare, count)
    expect(Math.max(...starts) - Math.min(...starts), starts.join()).toBeLessThanOrEqual(1)
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...starts)).toBeLessThan(80)
  }).toPass()
}

test('long and short answers begin at the same place once a round has ended, whatever bars appear, unless the user scrolls', async ({
  page,
}) => {
  const compare = new Compare(page)
  const bar = page.getByRole('group', { name: 'Vote', exact: true })
  for (const [isBlind, models] of [
    [true, ['fake/brief', 'fake/pages', 'fake/few-pages']],
    [false, ['fake/few-pages', 'fake/brief', 'fake/pages', 'fake/brief']],
  ] as const) {
    const about = `${models.length} panes${isBlind ? ', blind' : ''}`
    await test.step(about, async () => {
      await compare.begin(models, { isBlind })
      for (const question of ['The first question', 'The second\nquestion']) {
        await compare.ask(question)
        await expect(bar).toContainText('Which answer is best?')
        await expectToBeginTogether(compare, models.length)
      }
      await bar.getByTitle('Answer A is best').click()
      await expect(bar).toContainText(/A \S+ > B /)
      await expectToBeginTogether(compare, models.length)
      await page.reload()
      await expect(bar).toContainText(/A \S+ > B /)
      await expectToBeginTogether(compare, models.length)
    })
  }

  await test.step('a pane that the user has scrolled stays there', async () => {
    await compare.pane(3).region.hover()
    await page.mouse.wheel(0, 200)
    await expect.poll(async () => (await answerStarts(compare, 4))[2]).toBeLessThan(0)
    const [, , before] = await answerStarts(compare, 4)
    await bar.getByRole('button', { name: 'Delete vote' }).click()
    await expect(bar).toContainText('Which answer is best?')
    // Other buttons may make the bar a little higher.
    expect((await answerStarts(compare, 4))[2]).toBeLessThan((before ?? 0) + 20)
    await page.reload()
    await expect(bar).toContainText('Which answer is best?')
    await expect(async () => {
      const [, , after] = await answerStarts(compare, 4)
      expect(after).toBeLessThan((before ?? 0) + 20)
    }).toPass()
  })

  await test.step('a pane that shows a search hit, or in which something was opened, stays there', async () => {
    const answer = compare.pane(1).answers.first()
    const [pane] = (await invoke(page, 'compare.get', { comparisonId: comparisonOf(page) })).comparison.panes
    if (pane === undefined) throw new Error('expected a pane')
    const { messages } = await invoke(page, 'sessions.get', { sessionId: pane.sessionId })
    await page.goto(`${page.url()}/${pane.sessionId}/${messages[1]?.id}`)
    await expect(answer).toBeFocused()
    const before = (await answerStarts(compare, 1))[0] ?? 0
    expect(before).toBeGreaterThan(100)
    await page.setViewportSize({ width: 1200, height: 700 })
    await bar.getByTitle('Answer A is best').click()
    await expect(bar).toContainText(/A \S+ > B /)
    await nextFrames(page)
    expect((await answerStarts(compare, 1))[0]).toBeGreaterThan(100)

    await compare.begin(['fake/thinking', 'fake/brief'])
    await compare.ask('Think first')
    await expect(bar).toContainText('Which answer is best?')
    // It appears once all panes have ended, and takes its height from them.
    await expect(page.getByText('Progress', { exact: true })).toBeVisible()
    const fold = compare.pane(1).region.locator('[data-slot="reasoning"] [data-slot="fold"]')
    // The field of the pane appears under the pointer, and the bars may still be taking their places.
    await fold.hover()
    await expect(async () => {
      const still = await boxOf(fold)
      for (let frame = 0; frame < 5; frame += 1) await nextFrames(page)
      expect((await boxOf(fold)).y).toBe(still.y)
    }).toPass()
    const { y } = await boxOf(fold)
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await nextFrames(page)
    expect(Math.abs((await boxOf(fold)).y - y)).toBeLessThan(3)
  })
})

/** What an observer of sizes does to a changed layout is done after two frames. */
function nextFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { requestAnimationFrame } = globalThis as unknown as {
      requestAnimationFrame: (callback: () => void) => void
    }
    return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

function comparisonOf(page: Page): ComparisonId {
  const [, , id = ''] = new URL(page.url()).hash.split('/')
  return id as ComparisonId
}
