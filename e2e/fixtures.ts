import { basename, join, relative } from 'node:path'

import { type Browser, test as base, type Page, type TestInfo } from '@playwright/test'

import { startElectronApp } from './electron/electron-app.ts'
import { type Desk, type LiveApp, type LiveAppOptions, startWebApp } from './helpers/live-app.ts'
import { arrival, healthThroughWindow, invoke } from './helpers/pages/window-api.ts'
import { WindowErrors } from './helpers/pages/window-errors.ts'
import { WebProfiles } from './helpers/web-profiles.ts'
import { whyNotHere } from './not-run-here.ts'
import { AppOfFile } from './suite/app-of-file.ts'
import { recordApp } from './suite/records/app-records.ts'
import { diagnose, diagnosePatiently } from './suite/ask-health.ts'
import { AttachedApp, attachment } from './suite/attached-app.ts'
import { breakageOf } from './suite/breakage.ts'
import { Evidence } from './suite/records/evidence.ts'
import { Journal } from './suite/records/journal.ts'
import { runFolder } from './suite/records/run-folder.ts'
import { Secrets } from './suite/records/secrets.ts'
import { TestWatch } from './suite/test-watch.ts'

export { expect } from '@playwright/test'

/** Set by each project: the host on which the specs run. */
export interface LiveOptions {
  hostKind: 'web' | 'electron'
}

/** The name in the records of an app that a test starts itself. */
const ownApp = 'an app started by the test'

type StartApp = (options: LiveAppOptions, file?: string) => Promise<LiveApp>

interface WorkerFixtures extends LiveOptions {
  /** Texts that must not appear in the evidence of a failed test. */
  secrets: Secrets
  /** Starts an app on this project's host that the caller may break, and must close. */
  startApp: StartApp
  appOfFile: AppOfFile
}

interface TestFixtures {
  /** Skips a test that cannot run here, with the reason. */
  runsHere: void
  /** How the app of this file is started; set it for a whole file. */
  appOptions: LiveAppOptions
  /**
   * Set if the tests of this file, or of a group in it, build on the test before: they then fail at once
   * if the app broke or that test failed. Otherwise, each gets a healthy app, if necessary a fresh one.
   */
  buildsOnTestsBefore: boolean
  watch: TestWatch
  app: LiveApp
  /** The errors in the windows of this test. An unexpected one fails it. */
  windowErrors: WindowErrors
  desk: Desk
  /** Opens another window of the same app. */
  openWindow: () => Promise<Page>
  /** The first window. Its app was healthy before the test and has not broken since. */
  page: Page
}

/** One app per spec file on fresh data, whose health is checked before and after each test. */
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
      let profiles: WebProfiles | null = null
      await use(async (options, file = ownApp) => {
        if (options.apiKey !== undefined) secrets.add(options.apiKey)
        if (hostKind === 'electron') {
          const { viewport } = project.use
          if (viewport === null || viewport === undefined) throw new Error('the project has no viewport')
          return recorded(await startElectronApp(options, viewport), file)
        }
        // Starts in parallel with the app.
        browser ??= playwright.chromium.launch(launchOptions)
        profiles ??= new WebProfiles(browser)
        const attached = attachment()
        if (attached !== null) {
          secrets.add(attached.cookie.value)
          return new AttachedApp(profiles, attached)
        }
        const app = recorded(await startWebApp(profiles, options), file)
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

  openWindow: async ({ app, desk, watch, windowErrors }, use) => {
    await use(async () => {
      const page = await desk.openWindow((opened) => {
        watch.watch(opened)
        windowErrors.watch(opened)
      })
      // A loading window cannot answer in time, and one that answers may not be rendered or accept keys yet.
      await invoke(page, 'app.info', {})
      await arrival(page)
      await assertWindowAnswers(page, app, watch)
      return page
    })
  },

  page: async ({ app, openWindow, watch }, use) => {
    const page = await openWindow()
    await use(page)
    await watch.check()
    if (page.isClosed()) return
    // What this test left running must not affect the next one.
    const { runs } = await invoke(page, 'runs.list', {})
    const left = runs.filter(({ sessionId }) => app.isMadeByTests(sessionId))
    await Promise.all(left.map(({ sessionId }) => invoke(page, 'runs.stop', { sessionId })))
  },
})

/** The suite's name of a spec file. It does not depend on the project's folder, and a file that runs on both hosts has two. */
function fileOf({ titlePath: [file = ''], config, project }: TestInfo): string {
  const name = relative(import.meta.dirname, join(config.rootDir, file)).replaceAll('\\', '/')
  return project.name === 'electron' ? `${name} (Electron)` : name
}

/** The suite checks the app of a file before each test; this checks an app that a test starts itself. */
async function assertStartsWell(app: LiveApp): Promise<void> {
  const diagnosis = await diagnose(app)
  if (diagnosis.kind === 'well') return
  await app.close()
  throw new Error(`an app was degraded from its start\n${diagnosis.breakage.report}`)
}

/**
 * A second check, through the window: main may be healthy while the window is not. Main measures only its own delays, so
 * if it reports a fault, such as a window that did not answer, the time that this machine granted decides.
 */
async function assertWindowAnswers(page: Page, app: LiveApp, watch: TestWatch): Promise<void> {
  const onExtended = watch.noteExtension
  if (breakageOf(await healthThroughWindow(page, onExtended)) === null) return
  const diagnosis = await diagnosePatiently(app, { onExtended })
  if (diagnosis.kind === 'well') return
  throw new Error(`this test did not start: the app was already degraded\n${diagnosis.breakage.report}`)
}

/** Records a running app, so that it is found if it outlives its suite. */
function recorded(app: LiveApp, file: string): LiveApp {
  if (app.pid === null) return app
  const forget = recordApp({ pid: app.pid, file, dataFolder: app.dataFolder })
  const close = app.close.bind(app)
  app.close = () => close().finally(forget)
  return app
}
