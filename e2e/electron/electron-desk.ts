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
  open: (address: string) => unknown
  location: { pathname: string }
  innerWidth: number
  innerHeight: number
}

/**
 * Prepares a started app for tests, once its first window is open: it keeps running without a window, like
 * `--keep-alive` on the web host, because tests decide how long it lives; and it quits in a turn of its own, because
 * Playwright's evaluations interrupt main in the middle of a function, such as a query.
 */
export async function prepareForTests(electron: DrivenElectron): Promise<void> {
  await electron.evaluate(({ app }) => {
    app.removeAllListeners('window-all-closed')
    app.on('window-all-closed', () => {})
    const quit = app.quit.bind(app)
    app.quit = () => void setImmediate(quit)
  })
}

/** Waits until the page has loaded far enough to have `window.parley`. */
async function waitForParley(page: Page): Promise<void> {
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

/** The windows of one test in Electron. Each has a page of the size that specs assume; the first finds an empty storage. */
export class ElectronDesk implements Desk {
  readonly #electron: () => DrivenElectron
  readonly #viewport: ViewportSize
  #first: Page | null

  /** `electron` returns the app, which is another one after a restart. `first`: a window that is already open. */
  constructor(electron: () => DrivenElectron, viewport: ViewportSize, first: Page | null = null) {
    this.#electron = electron
    this.#viewport = viewport
    this.#first = first
  }

  async openWindow(onOpened: (page: Page) => void = () => {}): Promise<Page> {
    const first = this.#first
    this.#first = null
    if (first !== null) onOpened(first)
    const page = first ?? (await this.#openedWindow(this.#electron(), onOpened))
    await makeReady(page, this.#viewport)
    return page
  }

  close(): Promise<void> {
    return closeWindows(this.#electron())
  }

  async #openedWindow(electron: DrivenElectron, onOpened: (page: Page) => void): Promise<Page> {
    // Called in the same turn as the event, because Playwright reports earlier console messages right after
    // it.
    electron.once('window', onOpened)
    try {
      const [page] = await Promise.all([
        electron.waitForEvent('window', { timeout: opensWithinMs }),
        askForWindow(electron),
      ])
      return page
    } finally {
      electron.off('window', onOpened)
    }
  }
}

/** Without a window, the app opens one when it is activated; otherwise a page asks for another. */
async function askForWindow(electron: DrivenElectron): Promise<void> {
  const page = electron.windows().at(-1)
  if (page === undefined) {
    // An evaluation may interrupt a function of main, so the event waits for a turn of its own.
    await electron.evaluate(({ app }) => void setImmediate(() => app.emit('activate')))
  } else {
    await page.evaluate(() => {
      const { open, location } = globalThis as unknown as PageGlobals
      open(location.pathname)
    })
  }
}

/**
 * Waits for `window.parley`, and gives the page its size. Playwright emulates the size of the page only, not of the
 * window, so a smaller display does not matter.
 */
export async function makeReady(page: Page, { width, height }: ViewportSize): Promise<void> {
  await waitForParley(page)
  await page.setViewportSize({ width, height })
  const actual = await page.evaluate(() => {
    const { innerWidth, innerHeight } = globalThis as unknown as PageGlobals
    return `${innerWidth} × ${innerHeight}`
  })
  if (actual !== `${width} × ${height}`) {
    throw new Error(`the size of the page is ${actual}, not ${width} × ${height}`)
  }
}
