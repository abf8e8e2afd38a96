import { basename, relative } from 'node:path'

import { type Browser, test as base, type Page, type TestInfo } from '@playwright/test'

import { startElectronApp } from './electron/electron-app.ts'
import { type Desk, type LiveApp, type LiveAppOptions, startWebApp } from './helpers/live-app.ts'
import { arrival, healthThroughWindow, invoke } from './helpers/window-api.ts'
import { WindowErrors } from './helpers/window-errors.ts'
import { whyNotHere } from './not-run-here.ts'
import { AppOfFile } from './suite/app-of-file.ts'
import { recordApp } from './suite/app-records.ts'
import { diagnose } from './suite/ask-health.ts'
import { AttachedApp, attachment } from './suite/attached-app.ts'
import { breakageOf } from './suite/breakage.ts'
import { Evidence } from './suite/evidence.ts'
import { Journal } from './suite/journal.ts'
import { runFolder } from './suite/run-folder.ts'
import { Secrets } from './suite/secrets.ts'
import { TestWatch } from './suite/test-watch.ts'

export { expect } from '@playwright/test'

/** Set by the project: which host the specs are run on. */
export interface LiveOptions {
  hostKind: 'web' | 'electron'
}

/** What an app is recorded for that a test starts for itself. */
const ownApp = 'an app of its own'

type StartApp = (options: LiveAppOptions, file?: string) => Promise<LiveApp>

interface WorkerFixtures extends LiveOptions {
  /** Texts that no evidence of a failed test may show. */
  secrets: Secrets
  /** Starts an app on this project's host that the caller may break. Whoever calls it closes it. */
  startApp: StartApp
  appOfFile: AppOfFile
}

interface TestFixtures {
  /** Keeps a test from starting that cannot run here, and says why. */
  runsHere: void
  /** What the app of this file is started with; set it for a whole file. */
  appOptions: LiveAppOptions
  /**
   * Whether the tests of this file, or of a group in it, go on from where the one before left the app. Then they fail
   * at once when it broke or failed; otherwise they get a fresh app.
   */
  buildsOnTestsBefore: boolean
  watch: TestWatch
  app: LiveApp
  /** What the windows of this test complained of. A complaint that the test did not expect fails it. */
  windowErrors: WindowErrors
  desk: Desk
  /** Opens one more window on the same app. */
  openWindow: () => Promise<Page>
  /** The first window, of an app that said before that it is well, and after that nothing broke. */
  page: Page
}

/** One app per spec file on fresh data, asked for its health before and after each test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  hostKind: ['web', { option: true, scope: 'worker' }],
  appOptions: [{}, { option: true }],
  buildsOnTestsBefore: [false, { option: true }],

  runsHere: [
    async ({ hostKind }, use, testInfo) => {
      const reason = whyNotHere(
        { file: basename(testInfo.file), title: testInfo.title },
        { hostKind, platform: process.platform },
      )
      testInfo.skip(reason !== null, reason ?? '')
      await use()
    },
    { auto: true },
  ],

  secrets: [
    async ({ hostKind: _hostKind }, use) => {
      await use(new Secrets(runFolder()))
    },
    { scope: 'worker' },
  ],

  startApp: [
    async ({ hostKind, secrets, playwright, launchOptions }, use, { project }) => {
      let browser: Promise<Browser> | null = null
      await use(async (options, file = ownApp) => {
        if (options.apiKey !== undefined) secrets.add(options.apiKey)
        if (hostKind === 'electron') {
          const { viewport } = project.use
          if (viewport === null || viewport === undefined) throw new Error('the project names no viewport')
          return recorded(await startElectronApp(options, viewport), file)
        }
        // It starts beside the app.
        browser ??= playwright.chromium.launch(launchOptions)
        const attached = attachment()
        if (attached !== null) {
          secrets.add(attached.cookie.value)
          return new AttachedApp(await browser, attached)
        }
        const app = recorded(await startWebApp(browser, options), file)
        if (app.host !== null) secrets.add((await app.host.cookie()).value)
        if (file === ownApp) await assertStartsWell(app)
        return app
      })
      const opened = await (browser as Promise<Browser> | null)
      await opened?.close()
    },
    { scope: 'worker' },
  ],

  appOfFile: [
    async ({ startApp }, use, { parallelIndex, workerIndex }) => {
      const appOfFile = new AppOfFile({
        start: startApp,
        journal: new Journal(runFolder()),
        slot: parallelIndex,
        worker: workerIndex,
      })
      await use(appOfFile)
      await appOfFile.close()
    },
    { scope: 'worker' },
  ],

  watch: async ({ appOfFile, appOptions, buildsOnTestsBefore, secrets, windowErrors }, use, testInfo) => {
    const place = { file: fileOf(testInfo), test: testInfo.titlePath.slice(1).join(' › ') }
    const given = await appOfFile.get({ ...place, options: appOptions, buildsOnTestsBefore })
    const evidence = new Evidence(given.app, testInfo, secrets)
    const watch = new TestWatch(given, {
      journal: new Journal(runFolder()),
      evidence,
      testInfo,
      checkComplaints: () => windowErrors.check(),
      ...place,
    })
    await use(watch)
    await watch.check()
    appOfFile.testEnded()
  },

  app: async ({ watch }, use) => {
    await use(watch.given.app)
    await watch.check()
  },

  windowErrors: async ({ hostKind: _hostKind }, use) => {
    const errors = new WindowErrors()
    await use(errors)
    errors.check()
  },

  desk: async ({ app, watch }, use) => {
    const desk = await app.openDesk()
    await use(desk)
    try {
      await watch.check()
    } finally {
      await desk.close()
    }
  },

  openWindow: async ({ desk, watch, windowErrors }, use) => {
    await use(async () => {
      const page = await desk.openWindow((opened) => {
        watch.watch(opened)
        windowErrors.watch(opened)
      })
      // Only a window that has come up can be asked in time; and it answers before it is drawn and hears keys.
      await invoke(page, 'app.info', {})
      await arrival(page)
      await assertWindowAnswers(page, watch)
      return page
    })
  },

  page: async ({ app, openWindow, watch }, use) => {
    const page = await openWindow()
    await use(page)
    await watch.check()
    if (page.isClosed()) return
    // What this test left running is not the next one's business.
    const { runs } = await invoke(page, 'runs.list', {})
    const left = runs.filter(({ sessionId }) => app.isMadeByTests(sessionId))
    await Promise.all(left.map(({ sessionId }) => invoke(page, 'runs.stop', { sessionId })))
  },
})

/** As the suite names it, the same wherever the project lies; a file that is run on both hosts is two. */
function fileOf({ file, project }: TestInfo): string {
  const name = relative(import.meta.dirname, file).replaceAll('\\', '/')
  return project.name === 'electron' ? `${name} (Electron)` : name
}

/** The app of a file is asked before each test; one that a test starts for itself is asked here. */
async function assertStartsWell(app: LiveApp): Promise<void> {
  const diagnosis = await diagnose(app)
  if (diagnosis.kind === 'well') return
  await app.close()
  throw new Error(`an app was degraded from its start\n${diagnosis.breakage.report}`)
}

/** The second look, through the window: main alone may be well. */
async function assertWindowAnswers(page: Page, watch: TestWatch): Promise<void> {
  const breakage = breakageOf(await healthThroughWindow(page, watch.noteExtension))
  if (breakage !== null) {
    throw new Error(`this test did not start: the app was already degraded\n${breakage.report}`)
  }
}

/** Written down for as long as it lives, so that one that outlives its suite is found. */
function recorded(app: LiveApp, file: string): LiveApp {
  if (app.pid === null) return app
  const forget = recordApp({ pid: app.pid, file, dataFolder: app.dataFolder })
  const close = app.close.bind(app)
  app.close = () => close().finally(forget)
  return app
}
