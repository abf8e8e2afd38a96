import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'
import { corpus, elsewhere } from '../xss/corpus.ts'

test.use({ appOptions: { models: { author: completeStream([]) } } })

/** Elements that run, load, embed or send something, and attributes that do. */
const dangerous = [
  'script',
  'iframe',
  'object',
  'embed',
  'form',
  'base',
  'meta',
  'link',
  'style',
  'video',
  'audio',
  'foreignObject',
  'img:not([src^="data:image/png;base64,"]):not([src^="blob:"])',
  'a:not([href^="https://"]):not([href^="http://"]):not([href^="mailto:"])',
].join(',')

/** The violations that the browser reported, and the requests that it sent. */
interface Watched {
  reports: string[]
  foreignRequests: string[]
  dialogs: string[]
}

interface PageWorld {
  pwned?: unknown
  addEventListener(type: string, listener: (event: { violatedDirective: string }) => void): void
  document: {
    querySelectorAll(selector: string): ArrayLike<{ outerHTML: string; getAttributeNames(): string[] }>
  }
}

/** Runs in the page: reports violations of the policy to the test. */
function reportViolations(): void {
  const world = globalThis as unknown as PageWorld & { tellViolation(directive: string): void }
  world.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
    world.tellViolation(violatedDirective),
  )
}

async function watch(page: Page): Promise<Watched> {
  const watched: Watched = { reports: [], foreignRequests: [], dialogs: [] }
  const { origin } = new URL(page.url())
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) {
      watched.foreignRequests.push(request.url())
    }
  })
  page.on('dialog', (dialog) => {
    watched.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.route(`${elsewhere}/**`, (route) => route.abort())
  await page.exposeFunction('tellViolation', (directive: string) => watched.reports.push(directive))
  await page.addInitScript(reportViolations)
  await page.evaluate(reportViolations)
  return watched
}

/** Everything in the page that is not allowed. */
function findDangerous(article: Locator): Promise<string[]> {
  return article.evaluate((element, selector) => {
    const inside = element as unknown as PageWorld['document']
    const found = Array.from(inside.querySelectorAll(selector))
    const handlers = Array.from(inside.querySelectorAll('*')).filter((other) =>
      other
        .getAttributeNames()
        .some((name) => name.startsWith('on') || name === 'srcdoc' || name === 'formaction'),
    )
    return [...found, ...handlers].map(({ outerHTML }) => outerHTML.slice(0, 200))
  }, dangerous)
}

function hasRun(page: Page): Promise<boolean> {
  return page.evaluate(() => (globalThis as unknown as PageWorld).pwned !== undefined)
}

const vectors = Object.values(corpus).flat()

test('the corpus has as many attacks as documented', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(100)
  expect(new Set(vectors).size).toBe(vectors.length)
  for (const [way, ofThis] of Object.entries(corpus)) console.log(`  ${ofThis.length} vectors: ${way}`)
  console.log(`  ${vectors.length} vectors in all`)
})

const ways = Object.entries(corpus)
/** A few attacks per window, because diagrams take long to draw. */
const perWindow = 6
const groups = Array.from({ length: Math.ceil(ways.length / perWindow) }, (_, index) =>
  ways.slice(index * perWindow, (index + 1) * perWindow),
)

for (const group of groups) {
  const names = group.map(([way]) => way).join(', ')
  test(`an answer runs and loads nothing, streamed or whole: ${names}`, async ({ app, page }) => {
    const watched = await watch(page)
    const chat = new Chat(page)
    const answer = chat.answerThatIs('complete')
    const addresses: string[] = []
    for (const [way, ofThis] of group) {
      const text = `${ofThis.join('\n\n---\n\n')}\n\nThe **end**.`
      const tokens = text.match(/[^]{1,7}/gu) ?? []
      app.fake.script('author', completeStream([{ type: 'tokens', tokens, perSecond: 2_000 }]))
      await chat.begin('fake/author', `Try to break out with ${way}`)
      await expect(answer.locator('strong', { hasText: 'end' })).toBeVisible()
      await scrollThrough(answer)
      await expectHarmless(page, answer, watched, way)
      addresses.push(page.url())
    }
    // The same for the stored answer, rendered in one piece.
    await page.reload()
    for (const [index, [way]] of group.entries()) {
      await page.goto(addresses[index] ?? '')
      await expect(chat.questions).toContainText(`Try to break out with ${way}`)
      await expect(answer.locator('strong', { hasText: 'end' })).toBeVisible()
      await scrollThrough(answer)
      await expectHarmless(page, answer, watched, `${way}, stored`)
    }
  })
}

test('runs and loads nothing that a user writes, and shows markup as text, also in an answer', async ({
  app,
  page,
}) => {
  const watched = await watch(page)
  const chat = new Chat(page)
  for (const [way, ofThis] of ways) {
    await chat.begin('fake/brief', ofThis.join('\n\n'))
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expectHarmless(page, chat.questions.last(), watched, `${way}, from a user`)
  }
  await chat.begin('fake/brief', '<img src=x onerror="globalThis.pwned = 1">')
  await expect(chat.questions).toContainText('<img src=x')

  const markup = '<script>globalThis.pwned = 1</script>\n\n<img src=x onerror="globalThis.pwned = 1">'
  app.fake.script('author', completeStream([{ type: 'tokens', tokens: [markup] }]))
  await chat.begin('fake/author', 'Show me some HTML')
  await expect(chat.answerThatIs('complete')).toContainText('<script>globalThis.pwned = 1</script>')
  await expect(chat.answer).toContainText('<img src=x onerror="globalThis.pwned = 1">')
})

/**
 * Scrolls through the answer, because highlighting, formulas and diagrams are rendered on sight; waits for
 * each diagram.
 */
async function scrollThrough(answer: Locator): Promise<void> {
  const diagrams = answer.locator('[data-slot="markdown-diagram"]')
  const count = await diagrams.count()
  for (let index = 0; index < count; index += 1) {
    const diagram = diagrams.nth(index)
    await diagram.scrollIntoViewIfNeeded()
    await expect(diagram.locator('img').or(diagram.getByText('Could not be drawn'))).toBeVisible({
      timeout: scaledTimeout(20_000),
    })
  }
  const formulas = answer.locator('[data-math]')
  if ((await formulas.count()) > 0) await expect(formulas.first()).toBeVisible()
}

async function expectHarmless(page: Page, article: Locator, watched: Watched, what: string): Promise<void> {
  expect(await findDangerous(article)).toEqual([])
  expect(await hasRun(page)).toBe(false)
  expect(watched.dialogs).toEqual([])
  expect(watched.foreignRequests).toEqual([])
  // Blocked only by the policy is not good enough.
  expect(watched.reports, `the policy had to step in: ${what}`).toEqual([])
}
