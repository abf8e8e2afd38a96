import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { askHealth, awaitSignOfLife } from '../../scripts/parts/tests/attach.mjs'
import { ParleyError } from '../../src/shared/errors.ts'
import type { Health } from '../../src/shared/app/health.ts'
import type { RunSummary } from '../../src/shared/runs/run-identity.ts'
import type { OpenConnection } from '../../src/shared/rpc/test-routes.ts'
import type { SystemDialogs } from '../electron/system-dialogs.ts'
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts'
import type { ModelScript } from '../fake-provider/script.ts'
import { type Host, startHost } from './processes/host.ts'
import { answerWithin } from '../suite/limits/answer-within.ts'
import { observeDescendants } from '../suite/limits/process-times.ts'
import type { WebProfiles } from './web-profiles.ts'
import type { WireClient } from './wire-client.ts'

/** Each spec file starts an app, so Node compiles its program once and caches the result here. */
const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/parley/compiled')
/** How long after a refused connection the exit of a process may be reported. */
const diesWithinMs = 200

export interface LiveAppOptions {
  /** Models of the fake provider, in addition to its built-in ones. */
  models?: Readonly<Record<string, ModelScript>>
  /**
   * How the app finds the fake provider: saved under the id `fake`, discovered as a local server, or not at
   * all.
   */
  provider?: 'configured' | 'discovered' | 'none'
  /** The key that the fake provider requires, which is saved with it. */
  apiKey?: string
  /** A data folder that the caller removes. By default a new one, removed with the app. */
  userData?: string
  /** The port of the web host; any free one by default. */
  port?: number
  /** A `parley://` address that the app is started with. */
  deepLink?: string
  /** Environment variables for the app; undefined removes one. By default the app has its `test.*` routes. */
  env?: Record<string, string | undefined>
}

/** Open connections and active runs of an app. */
export interface OpenWork {
  /** Null if the app does not report it, because it was not started for tests. */
  connections: OpenConnection[] | null
  runs: RunSummary[]
}

/** One running app with its own data folder and its own fake provider. */
export interface LiveApp {
  readonly fake: FakeProvider
  /** The web host's process; null in Electron. */
  readonly host: Host | null
  /** The process of main; null if it is unknown. */
  readonly pid: number | null
  readonly dataFolder: string | null
  /** Where main writes its log; null if it cannot be read here. */
  readonly logPath: string | null
  /** False for an attached app, which is in use. */
  readonly isReplaceable: boolean
  /** The system's dialogs, in which Electron asks; null on the web host, which asks on a page. */
  readonly dialogs: SystemDialogs | null
  /** Main's own report of its health, without a window. */
  health(): Promise<Health>
  /** Resolves as soon as main answers anything; a main that does not is hung. */
  signOfLife(): Promise<void>
  /** Lists open connections and active runs, without a window. */
  inspect(): Promise<OpenWork>
  /** The windows of one test, apart from those of another. */
  openDesk(): Promise<Desk>
  /** False for a chat of someone else who uses the same app. */
  isMadeByTests(sessionId: string): boolean
  /**
   * Restarts the app by `restart`. Returns the window in which it appears again: `page` on the web host, a new one in
   * Electron.
   */
  restarted(page: Page, restart: () => Promise<unknown>): Promise<Page>
  /** Ends main at once, as a crash does. */
  kill(): Promise<void>
  /** Asks main to end, and leaves its windows open if they are a browser's. */
  quit(): Promise<void>
  close(): Promise<void>
}

/** Where one test opens its windows. */
export interface Desk {
  /** `onOpened` receives the window before anything is loaded in it. */
  openWindow(onOpened?: (page: Page) => void): Promise<Page>
  close(): Promise<void>
}

/** Starts the web host, and a fake provider that is set up in it; its windows are pages in one of `profiles`. */
export async function startWebApp(profiles: WebProfiles, options: LiveAppOptions = {}): Promise<LiveApp> {
  const { models = {}, provider = 'configured', apiKey, userData, port, deepLink, env } = options
  const fake = await startFakeProvider(apiKey === undefined ? {} : { apiKey })
  for (const [name, script] of Object.entries(models)) fake.script(name, script)
  const localServers =
    provider === 'discovered' ? [{ id: 'local', name: 'Local server', baseUrl: fake.baseUrl }] : []
  let host: Host | null = null
  try {
    // Tests decide how long it lives, not the time between two windows.
    host = await startHost({
      args: ['--keep-alive', ...(deepLink === undefined ? [] : [deepLink])],
      ...(userData === undefined ? {} : { userData }),
      ...(port === undefined ? {} : { port }),
      env: {
        PARLEY_TEST: '1',
        PARLEY_LOCAL_SERVERS: JSON.stringify(localServers),
        NODE_COMPILE_CACHE: compiledFolder,
        ...env,
      },
    })
    const app = new WebApp(profiles, host, fake)
    if (provider === 'configured') await app.saveProvider(apiKey)
    return app
  } catch (error) {
    await host?.stop()
    await fake.close()
    throw error
  }
}

class WebApp implements LiveApp {
  readonly isReplaceable = true
  readonly dialogs = null
  readonly host: Host
  readonly fake: FakeProvider
  readonly #profiles: WebProfiles

  constructor(profiles: WebProfiles, host: Host, fake: FakeProvider) {
    this.#profiles = profiles
    this.host = host
    this.fake = fake
  }

  get pid(): number {
    return this.host.pid
  }

  get dataFolder(): string {
    return this.host.dataFolder
  }

  get logPath(): string {
    return join(this.host.dataFolder, 'logs/parley.log')
  }

  async saveProvider(apiKey: string | undefined): Promise<void> {
    const client = await this.host.connect()
    await client.invoke('providers.save', {
      id: 'fake',
      kind: 'openai-compatible',
      name: 'Fake',
      baseUrl: this.fake.baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
    })
    // The fake provider cannot generate titles, and tests count its requests.
    await client.invoke('settings.set', { nameChats: false })
    await client.close()
  }

  async health(): Promise<Health> {
    const cookie = await this.host.cookie()
    try {
      return await askHealth({ pageUrl: this.host.pageUrl, cookie })
    } catch (error) {
      throw (await this.#deathOf(error)) ?? error
    }
  }

  signOfLife(): Promise<void> {
    return awaitSignOfLife(this.host.pageUrl)
  }

  /** Explains a refused connection by how the process ended and its last output. */
  async #deathOf(cause: unknown): Promise<Error | null> {
    const exit = await answerWithin(this.host.exited, 'the process did not end', {
      name: 'the end of a process that refuses connections',
      limitMs: diesWithinMs,
      observe: observeDescendants(),
    }).catch(() => null)
    if (exit === null) return null
    const how = exit.signal ?? `code ${exit.code}`
    const lastWords = this.host.stderr().trim()
    const text = `the process of the app (${this.host.pid}) has ended with ${how}`
    return new Error(lastWords === '' ? text : `${text}\n${lastWords}`, { cause })
  }

  async inspect(): Promise<OpenWork> {
    return inspectThrough(await this.host.connect())
  }

  async openDesk(): Promise<Desk> {
    return this.#profiles.openDesk(this.host.pageUrl, await this.host.cookie())
  }

  isMadeByTests(): boolean {
    return true
  }

  async restarted(page: Page, restart: () => Promise<unknown>): Promise<Page> {
    await Promise.all([page.waitForEvent('load'), restart()])
    return page
  }

  async kill(): Promise<void> {
    await this.host.kill9()
  }

  async quit(): Promise<void> {
    await this.host.stop()
  }

  /** Rejects if it was running and did not exit normally, unless a test killed it. */
  async close(): Promise<void> {
    const isGone = (await Promise.race([this.host.exited, Promise.resolve(null)])) !== null
    const { code, signal } = await this.host.stop()
    await this.fake.close()
    if (isGone || code === 0) return
    const how = signal ?? `code ${code}`
    throw new Error(`the app did not exit normally, but with ${how}\n${this.host.stderr()}`.trim())
  }
}

/** Asks over the given connection, and closes it. */
export async function inspectThrough(client: WireClient): Promise<OpenWork> {
  try {
    const { runs } = await client.invoke('runs.list', {})
    return { connections: await connectionsOf(client), runs }
  } finally {
    await client.close()
  }
}

/** Null if the app was not started for tests. */
async function connectionsOf(client: WireClient): Promise<OpenConnection[] | null> {
  try {
    return (await client.invoke('test.connections', {})).connections
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'INVALID_INPUT') return null
    throw error
  }
}
