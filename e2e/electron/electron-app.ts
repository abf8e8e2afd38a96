import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type ElectronApplication, _electron, type Page } from '@playwright/test'

import { findElectron } from '../../scripts/parts/electron-binary.mjs'
import { withoutProviderKeys } from '../../src/main/platform/host-environment.ts'
import type { Health } from '../../src/shared/health.ts'
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts'
import type { Desk, LiveApp, LiveAppOptions, OpenWork } from '../helpers/live-app.ts'
import { invoke } from '../helpers/window-api.ts'

const mainPath = join(import.meta.dirname, '../../out/main/index.js')

/** Starts the built app in Electron, and a fake provider that it knows. It has one window for all tests of a file. */
export async function startElectronApp(options: LiveAppOptions = {}): Promise<LiveApp> {
  const { models = {}, provider = 'configured', apiKey } = options
  const executablePath = findElectron()
  if (executablePath === null) throw new Error('There is no Electron binary to start.')
  const fake = await startFakeProvider(apiKey === undefined ? {} : { apiKey })
  for (const [name, script] of Object.entries(models)) fake.script(name, script)
  const localServers =
    provider === 'discovered' ? [{ id: 'local', name: 'Local server', baseUrl: fake.baseUrl }] : []
  const ownFolder = options.userData === undefined ? mkdtempSync(join(tmpdir(), 'parley-electron-')) : null
  const dataFolder = options.userData ?? ownFolder ?? ''
  let electron: ElectronApplication | null = null
  try {
    electron = await _electron.launch({
      executablePath,
      args: [
        mainPath,
        '--user-data',
        dataFolder,
        ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
      env: definedOf({
        ...withoutProviderKeys(process.env),
        PARLEY_TEST: '1',
        PARLEY_LOCAL_SERVERS: JSON.stringify(localServers),
        PARLEY_AGENT_FOLDERS: '',
        ...options.env,
      }),
    })
    const page = await electron.firstWindow()
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
    return new ElectronApp(electron, page, { fake, dataFolder, ownFolder })
  } catch (error) {
    await electron?.close()
    await fake.close()
    if (ownFolder !== null) rmSync(ownFolder, { recursive: true, force: true })
    throw error
  }
}

class ElectronApp implements LiveApp {
  readonly fake: FakeProvider
  readonly host = null
  readonly isReplaceable = true
  readonly dataFolder: string
  readonly #electron: ElectronApplication
  readonly #page: Page
  readonly #ownFolder: string | null

  constructor(
    electron: ElectronApplication,
    page: Page,
    parts: { fake: FakeProvider; dataFolder: string; ownFolder: string | null },
  ) {
    this.#electron = electron
    this.#page = page
    this.fake = parts.fake
    this.dataFolder = parts.dataFolder
    this.#ownFolder = parts.ownFolder
  }

  get pid(): number | null {
    return this.#electron.process().pid ?? null
  }

  get logPath(): string {
    return join(this.dataFolder, 'logs/parley.log')
  }

  async inspect(): Promise<OpenWork> {
    const { runs } = await invoke(this.#page, 'runs.list', {})
    const { connections } = await invoke(this.#page, 'test.connections', {})
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
    const page = this.#page
    return Promise.resolve({
      async openWindow(onOpened) {
        onOpened?.(page)
        await page.reload()
        return page
      },
      close: () => Promise.resolve(),
    })
  }

  isMadeByTests(): boolean {
    return true
  }

  async close(): Promise<void> {
    await this.#electron.close()
    await this.fake.close()
    if (this.#ownFolder !== null) rmSync(this.#ownFolder, { recursive: true, force: true })
  }
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
