import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test'

import { findElectron } from '../../scripts/parts/programs/electron-binary.mjs'
import { whyNoSandbox } from '../../scripts/parts/programs/electron-sandbox.mjs'
import { withoutProviderKeys } from '../../src/main/hosts/host-environment.ts'
import type { Health } from '../../src/shared/app/health.ts'
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts'
import type { Desk, LiveApp, LiveAppOptions, OpenWork } from '../helpers/live-app.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { killTree } from '../helpers/processes/kill-tree.ts'
import { answerWithin } from '../suite/limits/answer-within.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'
import { ElectronDesk, makeReady, prepareForTests, type ViewportSize } from './electron-desk.ts'
import { SystemDialogs } from './system-dialogs.ts'

const mainPath = join(import.meta.dirname, '../../out/main/index.js')
/** How long Electron may take from its start until main answers. */
const startsWithinMs = 20_000

/** How long the app may take to quit; its own deadline is six seconds. */
const endWithinMs = 10_000
/** How long a restart may take until the app has ended. */
const restartsWithinMs = 15_000
/** How soon a killed process must be gone. */
const goneWithinMs = 5_000

/** Starts the built app in Electron, and a fake provider that is set up in it. Pages have the size `viewport`. */
export async function startElectronApp(options: LiveAppOptions, viewport: ViewportSize): Promise<LiveApp> {
  const { models = {}, provider = 'configured', apiKey, deepLink } = options
  // Playwright would download one.
  const electronPath = findElectron()
  if (electronPath === null) throw new Error('There is no Electron binary to start.')
  const fake = await startFakeProvider(apiKey === undefined ? {} : { apiKey })
  for (const [name, script] of Object.entries(models)) fake.script(name, script)
  const localServers =
    provider === 'discovered' ? [{ id: 'local', name: 'Local server', baseUrl: fake.baseUrl }] : []
  const ownFolder =
    options.userData === undefined ? realpathSync(mkdtempSync(join(tmpdir(), 'parley-electron-'))) : null
  const dataFolder = options.userData ?? ownFolder ?? ''
  const launching: Launching = {
    args: [mainPath, '--user-data', dataFolder, ...(deepLink === undefined ? [] : [deepLink])],
    env: definedOf({
      ...withoutProviderKeys(process.env),
      PARLEY_TEST: '1',
      PARLEY_LOCAL_SERVERS: JSON.stringify(localServers),
      PARLEY_AGENT_FOLDERS: '',
      // A terminal of an editor may set it; it turns Electron into Node.
      ELECTRON_RUN_AS_NODE: undefined,
      ...options.env,
    }),
    viewport,
    // Like a user's; on Linux, Playwright would start it without one.
    chromiumSandbox: process.getuid?.() !== 0 && whyNoSandbox(electronPath) === null,
  }
  let started: StartedApp | null = null
  try {
    started = await launch(launching)
    const { electron, page } = started
    if (provider === 'configured') {
      await invoke(page, 'providers.save', {
        id: 'fake',
        kind: 'openai-compatible',
        name: 'Fake',
        baseUrl: fake.baseUrl,
        ...(apiKey === undefined ? {} : { apiKey }),
      })
      await invoke(page, 'settings.set', { nameChats: false })
    }
    // Each test opens its own window, but a link is shown in the first one.
    const first = deepLink === undefined ? null : page
    const app = new ElectronApp(electron, launching, { fake, dataFolder, ownFolder, first })
    if (first === null) await (await app.openDesk()).close()
    return app
  } catch (error) {
    if (started !== null) await closeElectron(started.electron).catch(() => undefined)
    await fake.close()
    removeFolder(ownFolder)
    throw error
  }
}

/** How an app is started, and started again when it restarts. */
interface Launching {
  args: string[]
  chromiumSandbox: boolean
  env: Record<string, string>
  viewport: ViewportSize
}

interface StartedApp {
  electron: ElectronApplication
  /** Its first window. */
  page: Page
}

async function launch({ args, env, viewport, chromiumSandbox }: Launching): Promise<StartedApp> {
  // Without `executablePath`, Playwright uses the same binary and loads a script into main first, which
  // delays the app until Playwright is connected and disables the system's key store.
  const electron = await _electron.launch({
    args,
    env,
    chromiumSandbox,
    // Otherwise Electron opens a system dialog for each download.
    acceptDownloads: true,
    timeout: startsWithinMs,
  })
  try {
    const page = await electron.firstWindow({ timeout: startsWithinMs })
    await makeReady(page, viewport)
    await prepareForTests(electron)
    await SystemDialogs.install(electron)
    // The window exists before the app behind it.
    await invoke(page, 'app.info', {})
    return { electron, page }
  } catch (error) {
    await closeElectron(electron).catch(() => undefined)
    throw error
  }
}

class ElectronApp implements LiveApp {
  readonly fake: FakeProvider
  readonly host = null
  readonly isReplaceable = true
  readonly dataFolder: string
  readonly dialogs = new SystemDialogs(() => this.#electron)
  #electron: ElectronApplication
  #hasEnded = false
  readonly #launching: Launching
  readonly #ownFolder: string | null
  /** A window that the first desk begins with. */
  #first: Page | null

  constructor(
    electron: ElectronApplication,
    launching: Launching,
    parts: { fake: FakeProvider; dataFolder: string; ownFolder: string | null; first: Page | null },
  ) {
    this.#electron = electron
    this.#launching = launching
    this.fake = parts.fake
    this.dataFolder = parts.dataFolder
    this.#ownFolder = parts.ownFolder
    this.#first = parts.first
  }

  /** On Windows this is the shell in which Playwright starts Electron. */
  get pid(): number | null {
    return this.#electron.process().pid ?? null
  }

  get logPath(): string {
    return join(this.dataFolder, 'logs/parley.log')
  }

  async inspect(): Promise<OpenWork> {
    const [page] = this.#electron.windows()
    if (page === undefined) throw new Error('without a window, Electron reports only its health')
    const { runs } = await invoke(page, 'runs.list', {})
    const { connections } = await invoke(page, 'test.connections', {})
    return { connections, runs }
  }

  async health(): Promise<Health> {
    const health = await this.#electron.evaluate(async () => {
      // An evaluation may interrupt a function of main, such as a query, and the checks make queries too.
      await new Promise((resolve) => setImmediate(resolve))
      return (globalThis as unknown as { parleyHealth?: () => Promise<Health> }).parleyHealth?.()
    })
    if (health === undefined) throw new Error('main has no parleyHealth to ask')
    return health
  }

  async signOfLife(): Promise<void> {
    await this.#electron.evaluate(() => 'alive')
  }

  openDesk(): Promise<Desk> {
    const desk = new ElectronDesk(() => this.#electron, this.#launching.viewport, this.#first)
    this.#first = null
    return Promise.resolve(desk)
  }

  isMadeByTests(): boolean {
    return true
  }

  /** Electron would start a process that Playwright does not know, so the fixture starts it in its place. */
  async restarted(_page: Page, restart: () => Promise<unknown>): Promise<Page> {
    const electron = this.#electron
    const relaunched = await electron.evaluateHandle(({ app }) => {
      const asked = Promise.withResolvers<string[]>()
      app.relaunch = ({ args = [] } = {}) => asked.resolve(args)
      return { asked: asked.promise }
    })
    const [args] = await Promise.all([
      relaunched.evaluate(({ asked }) => asked),
      electron.waitForEvent('close', { timeout: scaledTimeout(restartsWithinMs) }),
      restart(),
    ])
    expect(args).toEqual(this.#launching.args)
    const { electron: started, page } = await launch(this.#launching)
    this.#electron = started
    return page
  }

  async kill(): Promise<void> {
    const { pid } = this.#electron.process()
    const closed = this.#electron.waitForEvent('close')
    this.#hasEnded = true
    if (pid !== undefined) killTree(pid)
    await closed
  }

  async quit(): Promise<void> {
    this.#hasEnded = true
    // Playwright's own `close` disconnects, and the app may ask before it quits.
    await Promise.all([
      this.#electron.waitForEvent('close', { timeout: scaledTimeout(restartsWithinMs) }),
      this.#electron.evaluate(({ app }) => app.quit()),
    ])
  }

  async close(): Promise<void> {
    try {
      if (!this.#hasEnded) await closeElectron(this.#electron)
    } finally {
      await this.fake.close()
      removeFolder(this.#ownFolder)
    }
  }
}

function removeFolder(folder: string | null): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/**
 * Quits the app like a user and waits for its process to end. Playwright's own `close` waits forever, so
 * after `withinMs` the process is killed with everything it started.
 * @throws Error if it had to be killed
 */
export async function closeElectron(
  app: Pick<ElectronApplication, 'close' | 'process'>,
  withinMs = endWithinMs,
): Promise<void> {
  const { pid } = app.process()
  const closed = app.close()
  const described = `the app (process ${pid})`
  try {
    await answerWithin(closed, `${described} had to be killed: it did not quit`, {
      name: 'its end',
      limitMs: withinMs,
    })
  } catch (error) {
    if (pid !== undefined) killTree(pid)
    await answerWithin(closed, `${described} was killed and has not ended`, {
      name: 'its end',
      limitMs: goneWithinMs,
    })
    throw error
  }
}
