import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'

import { findElectron } from '../../scripts/parts/programs/electron-binary.mjs'
import { withoutProviderKeys } from '../../src/main/hosts/host-environment.ts'
import type { Health } from '../../src/shared/app/health.ts'
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts'
import type { Desk, LiveApp, LiveAppOptions, OpenWork } from '../helpers/live-app.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import { killTree } from '../helpers/processes/kill-tree.ts'
import { answerWithin } from '../suite/limits/answer-within.ts'
import { ElectronDesk, keepRunning, type ViewportSize, waitForParley } from './electron-desk.ts'

const mainPath = join(import.meta.dirname, '../../out/main/index.js')
/** How long Electron may take from its start until main answers. */
const startsWithinMs = 20_000

/** How long the app may take to quit; its own deadline is six seconds. */
const endWithinMs = 10_000
/** How soon a killed process must be gone. */
const goneWithinMs = 5_000

/** Starts the built app in Electron, and a fake provider that is set up in it. Pages have the size `viewport`. */
export async function startElectronApp(options: LiveAppOptions, viewport: ViewportSize): Promise<LiveApp> {
  const { models = {}, provider = 'configured', apiKey } = options
  // Playwright would download one.
  if (findElectron() === null) throw new Error('There is no Electron binary to start.')
  const fake = await startFakeProvider(apiKey === undefined ? {} : { apiKey })
  for (const [name, script] of Object.entries(models)) fake.script(name, script)
  const localServers =
    provider === 'discovered' ? [{ id: 'local', name: 'Local server', baseUrl: fake.baseUrl }] : []
  const ownFolder = options.userData === undefined ? mkdtempSync(join(tmpdir(), 'parley-electron-')) : null
  const dataFolder = options.userData ?? ownFolder ?? ''
  let electron: ElectronApplication | null = null
  try {
    // Without `executablePath`, Playwright uses the same binary and loads a script into main first, which
    // delays the app until Playwright is connected and disables the system's key store.
    electron = await _electron.launch({
      args: [mainPath, '--user-data', dataFolder],
      // Otherwise Electron opens a system dialog for each download.
      acceptDownloads: true,
      timeout: startsWithinMs,
      env: definedOf({
        ...withoutProviderKeys(process.env),
        PARLEY_TEST: '1',
        PARLEY_LOCAL_SERVERS: JSON.stringify(localServers),
        PARLEY_AGENT_FOLDERS: '',
        ...options.env,
      }),
    })
    const page = await electron.firstWindow({ timeout: startsWithinMs })
    await waitForParley(page)
    await keepRunning(electron)
    // The window exists before the app behind it.
    await invoke(page, 'app.info', {})
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
    const app = new ElectronApp(electron, viewport, { fake, dataFolder, ownFolder })
    // Each test opens its own window.
    await (await app.openDesk()).close()
    return app
  } catch (error) {
    if (electron !== null) await closeElectron(electron).catch(() => undefined)
    await fake.close()
    removeFolder(ownFolder)
    throw error
  }
}

class ElectronApp implements LiveApp {
  readonly fake: FakeProvider
  readonly host = null
  readonly isReplaceable = true
  readonly dataFolder: string
  readonly #electron: ElectronApplication
  readonly #viewport: ViewportSize
  readonly #ownFolder: string | null

  constructor(
    electron: ElectronApplication,
    viewport: ViewportSize,
    parts: { fake: FakeProvider; dataFolder: string; ownFolder: string | null },
  ) {
    this.#electron = electron
    this.#viewport = viewport
    this.fake = parts.fake
    this.dataFolder = parts.dataFolder
    this.#ownFolder = parts.ownFolder
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
    const health = await this.#electron.evaluate(() =>
      (globalThis as unknown as { parleyHealth?: () => Promise<Health> }).parleyHealth?.(),
    )
    if (health === undefined) throw new Error('main has no parleyHealth to ask')
    return health
  }

  async signOfLife(): Promise<void> {
    await this.#electron.evaluate(() => 'alive')
  }

  openDesk(): Promise<Desk> {
    return Promise.resolve(new ElectronDesk(this.#electron, this.#viewport))
  }

  isMadeByTests(): boolean {
    return true
  }

  async close(): Promise<void> {
    try {
      await closeElectron(this.#electron)
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
