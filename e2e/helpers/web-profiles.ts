import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

import { answerWithin } from '../suite/limits/answer-within.ts'
import { observeDescendants } from '../suite/limits/process-times.ts'
import type { Desk } from './live-app.ts'
import type { HostCookie } from './processes/host.ts'

/** How long a page may take to leave before it is closed anyway. */
const leaveWithinMs = 2_000
/** How long it may take to clear a profile before it is closed instead. */
const clearWithinMs = 1_000

/** The size of the heap from which garbage is collected between two tests, which takes 0.1 s of CPU time. */
const collectedAboveBytes = 64 * 1024 * 1024

/** Says goodbye like a page that is closed. Main answers in order, so its answer shows that it got the goodbye. */
const leaving = "dispatchEvent(new PageTransitionEvent('pagehide')), parley.invoke('app.info', {})"
/** Of the same site as the web hosts, because ports do not count, and of none of their origins. */
const keeperUrl = 'http://127.0.0.1:1/'

/**
 * The profiles of a browser. Each has one user at a time, who finds it empty. A page in it stays open, and with it the
 * process that the browser gives to all pages of a site (`--process-per-site`), because starting a process for each
 * window takes a quarter of the CPU time in which a window opens.
 *
 * Playwright's options for contexts, such as `locale`, are those of the test in which a profile was created.
 */
export class WebProfiles {
  readonly #browser: Promise<Browser>
  readonly #free: Profile[] = []

  constructor(browser: Promise<Browser>) {
    this.#browser = browser
  }

  /** The windows of one test: pages of a web host, whose profile has nothing but its cookie. */
  async openDesk(pageUrl: string, cookie: HostCookie): Promise<Desk> {
    const profile = this.#free.pop() ?? (await Profile.create(await this.#browser))
    await profile.addCookie(cookie)
    return {
      openWindow: (onOpened) => profile.openWindow(pageUrl, onOpened),
      close: async () => {
        if (await profile.leave(new URL(pageUrl).origin)) this.#free.push(profile)
        else await profile.close()
      },
    }
  }
}

class Profile {
  readonly #context: BrowserContext
  readonly #keeper: Page
  readonly #devtools: CDPSession
  #hasCrashed = false

  static async create(browser: Browser): Promise<Profile> {
    const context = await browser.newContext()
    const keeper = await context.newPage()
    await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await keeper.goto(keeperUrl)
    return new Profile(keeper, await context.newCDPSession(keeper))
  }

  private constructor(keeper: Page, devtools: CDPSession) {
    this.#context = keeper.context()
    this.#keeper = keeper
    this.#devtools = devtools
    keeper.on('crash', () => (this.#hasCrashed = true))
  }

  /** Browsers ignore the port of a cookie, so its path distinguishes hosts. */
  async addCookie({ name, value, path }: HostCookie): Promise<void> {
    await this.#context.addCookies([
      { name, value, path, domain: '127.0.0.1', httpOnly: true, sameSite: 'Strict' },
    ])
  }

  async openWindow(pageUrl: string, onOpened?: (page: Page) => void): Promise<Page> {
    const page = await this.#context.newPage()
    onOpened?.(page)
    await page.goto(pageUrl)
    return page
  }

  /**
   * Closes all windows, and deletes what they stored.
   * @returns whether the profile can be used again: not if its process crashed or does not answer
   */
  async leave(origin: string): Promise<boolean> {
    const windows = this.#context.pages().filter((page) => page !== this.#keeper)
    await Promise.all(windows.map(takeLeave))
    if (this.#hasCrashed) return false
    await Promise.all(windows.map((page) => page.close()))
    try {
      await answerWithin(this.#clear(origin), 'the profile was not cleared', {
        name: 'a profile that is cleared',
        limitMs: clearWithinMs,
        observe: observeDescendants(),
      })
      return true
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    await this.#context.close()
  }

  async #clear(origin: string): Promise<void> {
    await this.#devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await this.#context.clearCookies()
    await this.#context.clearPermissions()
    await this.#context.unrouteAll()
    // A process that hangs does not answer. What long chats leave would otherwise be collected during the next test.
    const { usedSize } = await this.#devtools.send('Runtime.getHeapUsage')
    if (usedSize > collectedAboveBytes) await this.#devtools.send('HeapProfiler.collectGarbage')
  }
}

/**
 * A busy browser may close a page without notifying it, and a connection that is cut during a write loses its
 * last messages: the app would then consider the window lost.
 */
async function takeLeave(page: Page): Promise<void> {
  // A page that has crashed or hangs cannot leave.
  await answerWithin(page.evaluate(leaving), 'the page did not leave', {
    name: 'a page that leaves',
    limitMs: leaveWithinMs,
    observe: observeDescendants(),
  }).catch(() => undefined)
}
