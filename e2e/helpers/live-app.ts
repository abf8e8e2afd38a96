import type { Browser, BrowserContext, Page } from '@playwright/test'

import type { Health } from '../../src/shared/health.ts'
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts'
import type { ModelScript } from '../fake-provider/script.ts'
import { type Host, startHost } from './host.ts'

export interface LiveAppOptions {
  /** Models of the fake provider beside its built-in ones. */
  models?: Readonly<Record<string, ModelScript>>
  /** How the app gets to know the fake provider: saved under the id `fake`, found as a local server, or not at all. */
  provider?: 'configured' | 'discovered' | 'none'
  /** The key that the fake provider asks for, and that is saved with it. */
  apiKey?: string
  /** A data folder of the caller's, who removes it. By default a fresh one that goes with the app. */
  userData?: string
}

/** One running app with its own data folder and its own fake provider. */
export interface LiveApp {
  readonly fake: FakeProvider
  /** The web host's process; null in Electron. */
  readonly host: Host | null
  /** Main's own word on its health, without a window. */
  health(): Promise<Health>
  /** The windows of one test, apart from those of another. */
  openDesk(): Promise<Desk>
  close(): Promise<void>
}

/** Where one test opens its windows. */
export interface Desk {
  /** `onOpened` gets the window before anything is loaded in it. */
  openWindow(onOpened?: (page: Page) => void): Promise<Page>
  close(): Promise<void>
}

/** Starts the web host and a fake provider that it knows; its windows are pages of `browser`. */
export async function startWebApp(browser: Browser, options: LiveAppOptions = {}): Promise<LiveApp> {
  const { models = {}, provider = 'configured', apiKey, userData } = options
  const fake = await startFakeProvider(apiKey === undefined ? {} : { apiKey })
  for (const [name, script] of Object.entries(models)) fake.script(name, script)
  const localServers =
    provider === 'discovered' ? [{ id: 'local', name: 'Local server', baseUrl: fake.baseUrl }] : []
  try {
    // Tests decide how long it lives, not the pause between two windows.
    const host = await startHost({
      args: ['--keep-alive'],
      ...(userData === undefined ? {} : { userData }),
      env: { PARLEY_LOCAL_SERVERS: JSON.stringify(localServers) },
    })
    const app = new WebApp(browser, host, fake)
    if (provider === 'configured') await app.saveProvider(apiKey)
    return app
  } catch (error) {
    await fake.close()
    throw error
  }
}

class WebApp implements LiveApp {
  readonly host: Host
  readonly fake: FakeProvider
  readonly #browser: Browser

  constructor(browser: Browser, host: Host, fake: FakeProvider) {
    this.#browser = browser
    this.host = host
    this.fake = fake
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
    await client.close()
  }

  async health(): Promise<Health> {
    const { name, value } = await this.host.cookie()
    const response = await fetch(`${this.host.pageUrl}health`, { headers: { cookie: `${name}=${value}` } })
    if (!response.ok) throw new Error(`main answered ${response.status} when asked for its health`)
    return (await response.json()) as Health
  }

  async openDesk(): Promise<Desk> {
    const { name, value, path } = await this.host.cookie()
    const context = await this.#browser.newContext()
    await context.addCookies([{ name, value, path, domain: '127.0.0.1', httpOnly: true, sameSite: 'Strict' }])
    return new WebDesk(context, this.host.pageUrl)
  }

  async close(): Promise<void> {
    await this.host.stop()
    await this.fake.close()
  }
}

class WebDesk implements Desk {
  readonly #context: BrowserContext
  readonly #pageUrl: string

  constructor(context: BrowserContext, pageUrl: string) {
    this.#context = context
    this.#pageUrl = pageUrl
  }

  async openWindow(onOpened?: (page: Page) => void): Promise<Page> {
    const page = await this.#context.newPage()
    onOpened?.(page)
    await page.goto(this.#pageUrl)
    return page
  }

  close(): Promise<void> {
    return this.#context.close()
  }
}
