import { type Browser, test as base, type Page } from '@playwright/test'

import { startElectronApp } from './electron/electron-app.ts'
import { type Desk, type LiveApp, type LiveAppOptions, startWebApp } from './helpers/live-app.ts'
import { assertNotDegraded, assertSameAfter } from './helpers/preflight.ts'
import { healthThroughWindow, invoke } from './helpers/window-api.ts'
import { WindowErrors } from './helpers/window-errors.ts'

export { expect } from '@playwright/test'

/** How long a healthy window may take to hand on the app's health. */
export const windowAnswersWithinMs = 500

/** Set by the project: which host the specs are run on. */
export interface LiveOptions {
  hostKind: 'web' | 'electron'
}

type StartApp = (options: LiveAppOptions) => Promise<LiveApp>

interface WorkerFixtures extends LiveOptions {
  /** Starts an app on this project's host. Whoever calls it closes it. */
  startApp: StartApp
  appOfFile: AppOfFile
}

interface TestFixtures {
  /** What the app of this file is started with; set it for a whole file. */
  appOptions: LiveAppOptions
  app: LiveApp
  /** What the windows of this test complained of. A complaint that the test did not expect fails it. */
  windowErrors: WindowErrors
  desk: Desk
  /** Opens one more window on the same app. */
  openWindow: () => Promise<Page>
  /** The first window, of an app that said before that it is well, and after that nothing broke. */
  page: Page
}

/** One app per spec file on fresh data; a test that fails ends its worker, and the next one gets a fresh app too. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  hostKind: ['web', { option: true, scope: 'worker' }],
  appOptions: [{}, { option: true }],

  startApp: [
    async ({ hostKind, playwright, launchOptions }, use) => {
      let browser: Browser | null = null
      await use(async (options) => {
        if (hostKind === 'electron') return startElectronApp(options)
        browser ??= await playwright.chromium.launch(launchOptions)
        return startWebApp(browser, options)
      })
      await (browser as Browser | null)?.close()
    },
    { scope: 'worker' },
  ],

  appOfFile: [
    async ({ startApp }, use) => {
      const appOfFile = new AppOfFile(startApp)
      await use(appOfFile)
      await appOfFile.close()
    },
    { scope: 'worker' },
  ],

  app: async ({ appOfFile, appOptions }, use, testInfo) => {
    const app = await appOfFile.get(testInfo.file, appOptions)
    const before = await app.health()
    assertNotDegraded(before)
    await use(app)
    assertSameAfter(before, await app.health())
  },

  windowErrors: async ({ hostKind: _hostKind }, use) => {
    const errors = new WindowErrors()
    await use(errors)
    errors.check()
  },

  desk: async ({ app }, use) => {
    const desk = await app.openDesk()
    await use(desk)
    await desk.close()
  },

  openWindow: async ({ desk, windowErrors }, use) => {
    await use(async () => {
      const page = await desk.openWindow((opened) => windowErrors.watch(opened))
      assertNotDegraded(await healthThroughWindow(page, windowAnswersWithinMs))
      return page
    })
  },

  page: async ({ openWindow }, use) => {
    const page = await openWindow()
    await use(page)
    if (page.isClosed()) return
    // What this test left running is not the next one's business.
    const { runs } = await invoke(page, 'runs.list', {})
    await Promise.all(runs.map(({ sessionId }) => invoke(page, 'runs.stop', { sessionId })))
  },
})

/** The app of the spec file that is run now. */
class AppOfFile {
  readonly #start: StartApp
  #current: { file: string; app: LiveApp } | null = null

  constructor(start: StartApp) {
    this.#start = start
  }

  async get(file: string, options: LiveAppOptions): Promise<LiveApp> {
    if (this.#current?.file === file) return this.#current.app
    await this.close()
    const app = await this.#start(options)
    this.#current = { file, app }
    return app
  }

  async close(): Promise<void> {
    await this.#current?.app.close()
    this.#current = null
  }
}
