import type { ElectronApplication, Page } from '@playwright/test'

import type { Desk } from '../helpers/live-app.ts'
import { answerWithin } from '../suite/limits/answer-within.ts'

/** From requesting a window to `window.parley` in it. */
const opensWithinMs = 20_000
const lookEveryMs = 20
/** How long a window may take to close before it is destroyed. */
const closesWithinMs = 2_000
const closing = { name: 'the end of a window', limitMs: closesWithinMs }

/** The part of Playwright's Electron API that a desk uses. */
export type DrivenElectron = Pick<
  ElectronApplication,
  'evaluate' | 'off' | 'once' | 'waitForEvent' | 'windows'
>

/** The area of a page, in CSS pixels. */
export interface ViewportSize {
  width: number
  height: number
}

/** Globals of a page; this project has no DOM types. */
interface PageGlobals {
  parley?: unknown
  innerWidth: number
  innerHeight: number
}

/**
 * Keeps the app running without a window, like `--keep-alive` on the web host: tests decide how long it
 * lives, not the time between two windows. Call it once the first window is open.
 */
export async function keepRunning(electron: DrivenElectron): Promise<void> {
  await electron.evaluate(({ app }) => {
    app.removeAllListeners('window-all-closed')
    app.on('window-all-closed', () => {})
  })
}

/** Waits until the page has loaded far enough to have `window.parley`. */
export async function waitForParley(page: Page): Promise<void> {
  const late = new AbortController()
  const untilThere = async () => {
    while (!(await hasParley(page)) && !late.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }
  await answerWithin(untilThere(), 'the window had no window.parley', {
    name: 'window.parley',
    limitMs: opensWithinMs,
  }).finally(() => late.abort())
}

async function hasParley(page: Page): Promise<boolean> {
  try {
    return await page.evaluate(() => (globalThis as unknown as PageGlobals).parley !== undefined)
  } catch (error) {
    if (page.isClosed()) throw error
    // The document was replaced during the call: a window may begin with an empty one.
    return false
  }
}

/** An app that has quit has no windows, and the health checks find one that hangs. */
const ignore = () => undefined

/** Closes every window and clears its storage, if the app still responds. */
async function closeWindows(electron: DrivenElectron): Promise<void> {
  const pages = electron.windows()
  const closed = Promise.all(pages.map((page) => page.close()))
  await answerWithin(closed, 'a window hung', closing).catch(ignore)
  const cleared = electron.evaluate(async ({ BrowserWindow, session }) => {
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
    await session.defaultSession.clearStorageData()
  })
  await answerWithin(cleared, 'main hung', closing).catch(ignore)
  const open = pages.filter((page) => !page.isClosed())
  await Promise.all(open.map((page) => page.waitForEvent('close', { timeout: closesWithinMs }))).catch(ignore)
}

/**
 * The windows of one test in Electron, one at a time. Each is a new
 * BrowserWindow with fresh storage and a page of the size that specs assume.
 */
export class ElectronDesk implements Desk {
  readonly #electron: DrivenElectron
  readonly #viewport: ViewportSize

  constructor(electron: DrivenElectron, viewport: ViewportSize) {
    this.#electron = electron
    this.#viewport = viewport
  }

  async openWindow(onOpened: (page: Page) => void = () => {}): Promise<Page> {
    if (this.#electron.windows().length > 0) {
      throw new Error(
        'In Electron the fixture opens one window at a time. Name a test that needs two in e2e/not-run-here.ts.',
      )
    }
    const page = await this.#openedWindow(onOpened)
    await waitForParley(page)
    await this.#resize(page)
    return page
  }

  close(): Promise<void> {
    return closeWindows(this.#electron)
  }

  async #openedWindow(onOpened: (page: Page) => void): Promise<Page> {
    // Called in the same turn as the event, because Playwright reports earlier console messages right after
    // it.
    this.#electron.once('window', onOpened)
    try {
      const [page] = await Promise.all([
        this.#electron.waitForEvent('window', { timeout: opensWithinMs }),
        // When it is activated without a window, the app opens one.
        this.#electron.evaluate(({ app }) => app.emit('activate')),
      ])
      return page
    } finally {
      this.#electron.off('window', onOpened)
    }
  }

  /** Playwright emulates the size of the page only, not of the window, so a smaller display does not matter. */
  async #resize(page: Page): Promise<void> {
    const { width, height } = this.#viewport
    await page.setViewportSize({ width, height })
    const actual = await page.evaluate(() => {
      const { innerWidth, innerHeight } = globalThis as unknown as PageGlobals
      return `${innerWidth} × ${innerHeight}`
    })
    if (actual !== `${width} × ${height}`) {
      throw new Error(`the size of the page is ${actual}, not ${width} × ${height}`)
    }
  }
}
