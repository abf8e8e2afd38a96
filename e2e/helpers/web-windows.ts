import type { Browser, BrowserContext, Page } from '@playwright/test'

import { answerWithin } from '../suite/answer-within.ts'
import { observeDescendants } from '../suite/process-times.ts'
import type { HostCookie } from './host.ts'
import type { Desk } from './live-app.ts'

/** How long a page may take to leave before it is closed anyway. */
const leaveWithinMs = 2_000

/** The app's pages in a browser: where they are, and what opens them. */
interface WebAddress {
  browser: Browser
  pageUrl: string
  cookie: HostCookie
}

/** The windows of one test on a web host, in a browser context that no other test uses. */
export async function openWebDesk(address: WebAddress): Promise<Desk> {
  const context = await newContext(address)
  return new WebDesk(context, address.pageUrl, () => context.close())
}

/**
 * The windows of all tests of one app, in one browser context. The pages of a context share a renderer process (see
 * `--process-per-site` in `playwright.config.ts`), and a small page that stays open keeps this process alive between
 * the tests: starting one, with cold code, took a quarter of the processor time of the suite.
 */
export class SharedWindows {
  #context: { context: BrowserContext; anchor: Page } | null = null

  /** Begins with empty storage and without permissions, like a context that is new. */
  async openDesk(address: WebAddress): Promise<Desk> {
    const { context, anchor } = await this.#warmContext(address)
    await context.clearPermissions()
    await anchor.evaluate('localStorage.clear()')
    return new WebDesk(context, address.pageUrl, async (havePagesLeft) => {
      // What hangs would also hang in the next test, because the pages share a process.
      if (!havePagesLeft || anchor.isClosed()) return this.close()
      const pages = context.pages().filter((page) => page !== anchor)
      await Promise.all(pages.map((page) => page.close()))
    })
  }

  async close(): Promise<void> {
    const opened = this.#context
    this.#context = null
    await opened?.context.close()
  }

  async #warmContext(address: WebAddress): Promise<{ context: BrowserContext; anchor: Page }> {
    if (this.#context !== null) return this.#context
    const context = await newContext(address)
    const anchor = await context.newPage()
    anchor.once('crash', () => void anchor.close())
    // Of the app's origin, but not a window of the app.
    await anchor.goto(`${address.pageUrl}health`)
    return (this.#context = { context, anchor })
  }
}

async function newContext({ browser, cookie }: WebAddress): Promise<BrowserContext> {
  const { name, value, path } = cookie
  const context = await browser.newContext()
  await context.addCookies([{ name, value, path, domain: '127.0.0.1', httpOnly: true, sameSite: 'Strict' }])
  return context
}

/** What a page does when it leaves. Main answers in order, so its answer shows that it got the goodbye. */
const leaving = "dispatchEvent(new PageTransitionEvent('pagehide')), parley.invoke('app.info', {})"

/**
 * A busy browser may close a page without notifying it, and a connection that is cut during a write loses its
 * last messages: the app would then consider the window lost. Resolves with whether the page left.
 */
async function takeLeave(page: Page): Promise<boolean> {
  // A page that has crashed or hangs cannot leave.
  return answerWithin(
    page.evaluate(leaving).then(() => true),
    'the page did not leave',
    {
      name: 'a page that leaves',
      limitMs: leaveWithinMs,
      observe: observeDescendants(),
    },
  ).catch(() => false)
}

class WebDesk implements Desk {
  readonly #context: BrowserContext
  readonly #pageUrl: string
  readonly #close: (havePagesLeft: boolean) => Promise<void>
  readonly #windows: Page[] = []

  constructor(context: BrowserContext, pageUrl: string, close: (havePagesLeft: boolean) => Promise<void>) {
    this.#context = context
    this.#pageUrl = pageUrl
    this.#close = close
  }

  async openWindow(onOpened?: (page: Page) => void): Promise<Page> {
    const page = await this.#context.newPage()
    this.#windows.push(page)
    onOpened?.(page)
    await page.goto(this.#pageUrl)
    return page
  }

  async close(): Promise<void> {
    const left = await Promise.all(this.#windows.filter((page) => !page.isClosed()).map(takeLeave))
    await this.#close(left.every(Boolean))
  }
}
