import type { Locator, Page } from '@playwright/test'

import { completeStream, type Script } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'

test.use({ appOptions: { models: { author: completeStream([]) } } })

function answerOf(...tokens: string[]): Script {
  return completeStream([{ type: 'tokens', tokens }])
}

/** An answer that hangs after these words. */
function unfinished(...tokens: string[]): Script {
  return { type: 'stream', steps: [{ type: 'tokens', tokens }, { type: 'silence' }] }
}

/** Lines that each end in a comment. */
function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `const value${index} = ${index} // line ${index}`).join(
    '\n',
  )
}

function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number } | null> {
  return place.boundingBox()
}

/** How far the content of an element can be scrolled horizontally. */
function hiddenWidth(place: Locator): Promise<number> {
  return place.evaluate((element) => {
    const { scrollWidth, clientWidth } = element as unknown as { scrollWidth: number; clientWidth: number }
    return scrollWidth - clientWidth
  })
}

function wideRow(cell: string): string {
  return `|${` ${cell} |`.repeat(14)}`
}

/** The text direction of an element. */
function directionOf(place: Locator): Promise<string> {
  return place.evaluate((element) => {
    const world = globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }
    return world.getComputedStyle(element).direction
  })
}

function pageIsWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: {
        documentElement: { scrollWidth: number; clientWidth: number }
        querySelector(selector: string): { scrollWidth: number; clientWidth: number } | null
      }
    }
    const places = [document.documentElement, document.querySelector('[data-slot="follow-scroll"]')]
    return places.some((place) => place !== null && place.scrollWidth > place.clientWidth)
  })
}

test('code is highlighted in view once it is complete, folds and wraps', async ({ app, page }) => {
  await test.step('code is highlighted once its fence is closed, without moving', async () => {
    const opening = ['```ts\n', 'const answer: number = 42 // why\n']
    app.fake.script('author', unfinished(...opening))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Some code')
    const code = chat.answer.locator('[data-slot="markdown-code"]')
    await expect(code).toContainText('// why')
    await expect(code.getByText('TypeScript')).toBeVisible()
    await expect(code.locator('[data-code]')).toHaveCount(0)
    const streaming = await boxOf(code.locator('pre'))
    await chat.stop.click()

    app.fake.script('author', answerOf(...opening, '```\n'))
    await chat.begin('fake/author', 'The same, whole')
    await expect(code.locator('[data-code="keyword"]')).toHaveText('const')
    await expect(code.locator('[data-code="comment"]')).toHaveText('// why')
    await expect(code.locator('[data-code="number"]')).toHaveText('42')
    expect(await boxOf(code.locator('pre'))).toEqual(streaming)
  })

  await test.step('code is highlighted only once it is in view', async () => {
    const block = '```ts\nconst answer: number = 42 // why\n```\n\n'
    const between = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}.\n\n`)
    app.fake.script('author', answerOf(block, ...between, block))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Code far apart')
    await chat.answerThatIs('complete').waitFor()
    await page.reload()
    const [first, last] = [
      chat.answer.locator('[data-slot="markdown-code"]').first(),
      chat.answer.locator('[data-slot="markdown-code"]').last(),
    ]
    await expect(last).toBeInViewport()
    await expect(last.locator('[data-code]').first()).toBeVisible()
    await expect(first.locator('[data-code]')).toHaveCount(0)
    await first.scrollIntoViewIfNeeded()
    await expect(first.locator('[data-code]').first()).toBeVisible()
  })

  await test.step('code in an unknown language, or in none, is shown plain', async () => {
    app.fake.script(
      'author',
      answerOf('```brainfuzz\n+++[>\n```\n\n```\nplain <b>\n```\n\n```js\nlet a\n```\n'),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Three kinds')
    const blocks = chat.answerThatIs('complete').locator('[data-slot="markdown-code"]')
    await expect(blocks.nth(2).locator('[data-code="keyword"]')).toHaveText('let')
    await expect(blocks.nth(0)).toContainText('brainfuzz')
    await expect(blocks.nth(0).locator('pre')).toHaveText('+++[>')
    await expect(blocks.nth(1).locator('pre')).toHaveText('plain <b>')
    await expect(blocks.nth(0).or(blocks.nth(1)).locator('[data-code]')).toHaveCount(0)
  })

  await test.step('long lines of code scroll in their own box, and wrap on request', async () => {
    const longLine = `const words = "${'word '.repeat(80)}"`
    app.fake.script('author', answerOf(`\`\`\`js\n${longLine}\n\`\`\`\n\n${'unbroken'.repeat(80)}`))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'A long line')
    const code = chat.answerThatIs('complete').locator('[data-slot="markdown-code"]')
    const pre = code.locator('pre')
    expect(await hiddenWidth(pre)).toBeGreaterThan(0)
    expect(await pageIsWiderThanWindow(page)).toBe(false)
    const wrap = code.getByRole('button', { name: 'Wrap lines' })
    await expect(wrap).toHaveAttribute('aria-pressed', 'false')
    await wrap.click()
    await expect(wrap).toHaveAttribute('aria-pressed', 'true')
    expect(await hiddenWidth(pre)).toBe(0)
  })

  await test.step('long code is folded when its chat is reopened, with a line count, but not while the user reads it', async () => {
    app.fake.script('author', unfinished('```ts\n', `${lines(90)}\n`, '```\n\nDone.'))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Ninety lines')
    const code = chat.answer.locator('[data-slot="markdown-code"]')
    const showAll = code.getByRole('button', { name: 'Show all 90 lines' })
    await expect(chat.answerThatIs('streaming')).toContainText('Done.')
    await expect(code.getByText('90 lines', { exact: true })).toBeVisible()
    await expect(showAll).toHaveCount(0)
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
    await expect(showAll).toHaveCount(0)

    await page.reload()
    await expect(showAll).toBeVisible()
    const folded = (await boxOf(code))?.height ?? 0
    await showAll.click()
    await expect(showAll).toHaveCount(0)
    expect((await boxOf(code))?.height ?? 0).toBeGreaterThan(folded * 2)
  })
})

test('formulas, tables, footnotes, images, thinking and diagrams look as they should, and show their source on request', async ({
  app,
  page,
}) => {
  await test.step('renders formulas but not prices, and shows text that is not a formula as it was written', async () => {
    app.fake.script(
      'author',
      answerOf(
        'It costs $5 and $6. But $a^2$ and \\(b_1\\) are formulas.\n\n$$\n\\frac{1}{2}\n$$\n\n',
        '\\[\n\\sqrt{2}\n\\]\n\nThis one is broken: $\\frac{1$ end.',
      ),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Mathematics')
    const answer = chat.answerThatIs('complete')
    await expect(answer.locator('.katex-html')).toHaveCount(4)
    await expect(answer.locator('[data-math="display"] .katex-html')).toHaveCount(2)
    await expect(answer).toContainText('It costs $5 and $6.')
    await expect(answer.locator('[data-slot="markdown-math-source"]')).toHaveText('$\\frac{1$')
    const fonts = await page.evaluate(async () => {
      const { document } = globalThis as unknown as {
        document: { fonts: Iterable<{ family: string; status: string }> & { ready: Promise<unknown> } }
      }
      await document.fonts.ready
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
    })
    expect(fonts).toContain('KaTeX_Main')
  })

  await test.step('the keyboard reaches a footnote from its mark, and the mark from the footnote', async () => {
    app.fake.script(
      'author',
      answerOf('First[^b], then[^a].\n\n[^a]: the second note\n[^b]: the first note\n'),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'With notes')
    const answer = chat.answerThatIs('complete')
    const notes = answer.getByRole('region', { name: 'Footnotes' }).getByRole('listitem')
    await expect(notes).toHaveText([/the first note/, /the second note/])
    const mark = answer.getByRole('button', { name: 'Footnote 2', exact: true })
    await mark.focus()
    await page.keyboard.press('Enter')
    await expect(notes.nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(mark).toBeFocused()
  })

  await test.step('right-to-left text is aligned right, but code in it is not', async () => {
    app.fake.script(
      'author',
      answerOf('שלום `code` עולם\n\n- אחד\n- שתיים\n\nAnd English.\n\n```\ncode\n```\n'),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'In two directions')
    const answer = chat.answerThatIs('complete')
    expect(await directionOf(answer.locator('p').first())).toBe('rtl')
    expect(await directionOf(answer.locator('li').first())).toBe('rtl')
    expect(await directionOf(answer.locator('p').last())).toBe('ltr')
    expect(await directionOf(answer.locator('pre'))).toBe('ltr')
  })

  await test.step('a remote image names its host and opens outside; an embedded one is shown', async () => {
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    app.fake.script('author', answerOf(`![near](${pixel})\n\n![far](https://images.invalid/far.png)\n`))
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Two images')
    const answer = chat.answerThatIs('complete')
    await expect(answer.getByRole('img', { name: 'near' })).toBeVisible()
    await expect(answer.locator('img')).toHaveCount(1)
    await answer.getByRole('button', { name: /Image from images\.invalid/ }).click()
    await expect(page.getByRole('dialog', { name: 'Open this link?' })).toContainText('images.invalid')
    await page.keyboard.press('Escape')
  })

  await test.step('thinking is one line that does not move while it lasts, and then shows how long it took', async () => {
    app.fake.script(
      'author',
      completeStream([
        {
          type: 'tokens',
          tokens: ['First I look. ', 'Then I compare both', ' of them. '],
          field: 'reasoning',
        },
        { type: 'wait', ms: 300 },
        { type: 'tokens', tokens: ['The answer.'] },
      ]),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'Think')
    const fold = chat.answer.getByRole('button', { name: /Thinking|Thought/ })
    await expect(fold).toContainText('Then I compare both of them.')
    await expect(chat.answerThatIs('complete').getByRole('button', { name: /^Thought for/ })).toBeVisible()
    await fold.click()
    await expect(chat.answer.locator('[data-slot="reasoning-text"]')).toContainText('First I look.')
  })

  await test.step('reasoning that is kept open is shown while it streams and afterwards; one that the user folds stays folded', async () => {
    app.fake.script(
      'author',
      completeStream([
        { type: 'tokens', tokens: ['Still weighing'], field: 'reasoning' },
        { type: 'hold' },
        { type: 'tokens', tokens: ['Decided.'] },
      ]),
    )
    const settings = await openSettings(page, 'Appearance')
    const keepOpen = settings.getByRole('radiogroup', { name: 'Keep reasoning open' })
    await expect(keepOpen.getByRole('radio', { name: 'Off' })).toBeChecked()
    await keepOpen.getByText('On', { exact: true }).click()
    await page.keyboard.press('Escape')
    const chat = new Chat(page)
    const thoughts = chat.answer.locator('[data-slot="reasoning-text"]')

    await chat.begin('fake/author', 'Kept open')
    await expect(thoughts).toHaveText('Still weighing')
    await expect(chat.answerThatIs('streaming')).toBeVisible()
    const answering = await requestOf(app.fake, 'author', 'Kept open')
    answering.goOn()
    await expect(chat.answerThatIs('complete')).toContainText('Decided.')
    await expect(thoughts).toHaveText('Still weighing')

    await chat.begin('fake/author', 'Folded')
    await expect(thoughts).toBeVisible()
    await chat.answer.getByRole('button', { name: 'Thinking' }).click()
    await expect(thoughts).toHaveCount(0)
    const folded = await requestOf(app.fake, 'author', 'Folded')
    folded.goOn()
    await expect(chat.answerThatIs('complete')).toContainText('Decided.')
    await expect(thoughts).toHaveCount(0)
    await invoke(page, 'settings.set', { keepReasoningOpen: false })
  })

  await test.step('a wide table scrolls in its own box, also by keyboard', async () => {
    app.fake.script(
      'author',
      answerOf(`${wideRow('heading')}\n${wideRow('---')}\n${wideRow('some cell')}\n\nAfter.`),
    )
    await page.setViewportSize({ width: 900, height: 600 })
    const chat = new Chat(page)
    await chat.begin('fake/author', 'A wide table')
    const table = chat.answerThatIs('complete').getByRole('group', { name: 'Table' })
    await expect(table).toBeVisible()
    expect(await hiddenWidth(table)).toBeGreaterThan(0)
    expect(await pageIsWiderThanWindow(page)).toBe(false)
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => table.evaluate((element) => (element as unknown as { scrollLeft: number }).scrollLeft))
      .toBeGreaterThan(0)
  })

  await test.step('draws a diagram as an image in both themes, and shows its source on request or if it is invalid', async () => {
    app.fake.script(
      'author',
      answerOf(
        '```mermaid\nflowchart LR\n  A[Begin] --> B[End]\n```\n\n```mermaid\nthis is no diagram\n```\n',
      ),
    )
    const chat = new Chat(page)
    await chat.begin('fake/author', 'A diagram')
    const [drawn, broken] = [0, 1].map((index) =>
      chat.answerThatIs('complete').locator('[data-slot="markdown-diagram"]').nth(index),
    )
    if (drawn === undefined || broken === undefined) throw new Error('a diagram is missing')
    const image = drawn.getByRole('img', { name: /Diagram/ })
    await expect(image).toBeVisible({ timeout: scaledTimeout(20_000) })
    const isDrawn = () =>
      image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth > 50)
    await expect.poll(isDrawn).toBe(true)
    const before = await image.getAttribute('src')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(image).not.toHaveAttribute('src', before ?? '')
    await expect.poll(isDrawn).toBe(true)

    await drawn.hover()
    await drawn.getByRole('button', { name: 'Show source' }).click()
    await expect(drawn.locator('pre')).toContainText('A[Begin] --> B[End]')
    await drawn.getByRole('button', { name: 'Show diagram' }).click()
    await expect(image).toBeVisible()

    await expect(broken.getByText('Could not be drawn')).toBeVisible({ timeout: scaledTimeout(20_000) })
    await expect(broken.locator('pre')).toContainText('this is no diagram')
  })
})

const endlessChart = [
  '```mermaid',
  'gantt',
  '  dateFormat YYYY-MM-DD',
  '  excludes 2024-01-05',
  '  section Plan',
  '  Task :a1, 2024-01-01, 9000000d',
  '```',
].join('\n')

/** Runs in the page: shortens the time that the first drawing may take, because an endless one keeps a processor busy. */
function stopDrawingSooner(): void {
  const { setTimeout: setSooner } = globalThis
  const limitMs = 8_000
  let isFirst = true
  Object.assign(globalThis, {
    setTimeout: (callback: () => void, ms?: number) => {
      const isShortened = isFirst && ms === limitMs
      if (isShortened) isFirst = false
      return setSooner(callback, isShortened ? 2_500 : ms)
    },
  })
}

test('a diagram that takes minutes does not block the window, is stopped, and shows its source from then on', async ({
  app,
  page,
}) => {
  await page.addInitScript(stopDrawingSooner)
  await page.reload()
  app.fake.script('author', answerOf(`${endlessChart}\n\n\`\`\`mermaid\nflowchart LR\n  A --> B\n\`\`\``))
  const chat = new Chat(page)
  await page.evaluate(() => {
    const watched = globalThis as unknown as { longestGapMs: number }
    watched.longestGapMs = 0
    let lastMs = performance.now()
    setInterval(() => {
      watched.longestGapMs = Math.max(watched.longestGapMs, performance.now() - lastMs)
      lastMs = performance.now()
    }, 20)
  })
  await chat.begin('fake/author', 'A plan')
  const [endless, next] = [0, 1].map((index) =>
    chat.answerThatIs('complete').locator('[data-slot="markdown-diagram"]').nth(index),
  )
  if (endless === undefined || next === undefined) throw new Error('a diagram is missing')
  const sentence = endless.getByText('Drawing took too long and was stopped. Showing its source.')
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(sentence).toBeVisible({ timeout: scaledTimeout(20_000) })
  await expect(endless.locator('pre')).toContainText('9000000d')
  await expect(next.getByRole('img', { name: /Diagram/ })).toBeVisible({ timeout: scaledTimeout(20_000) })
  const longestGapMs = await page.evaluate(
    () => (globalThis as unknown as { longestGapMs: number }).longestGapMs,
  )
  // It was stopped after 2.5 s.
  expect(longestGapMs).toBeLessThan(2_000)

  await chat.begin('fake/author', 'The same plan')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  // The diagram is known to fail: nothing is drawn, so the sentence appears at once.
  await expect(sentence).toBeVisible({ timeout: scaledTimeout(4_000) })
})
