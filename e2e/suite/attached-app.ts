import type { Browser } from '@playwright/test'

import { askHealth, awaitSignOfLife } from '../../scripts/parts/attach.mjs'
import type { Health } from '../../src/shared/app/health.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import type { HostCookie } from '../helpers/host.ts'
import { type Desk, inspectThrough, type LiveApp, type OpenWork, openWebDesk } from '../helpers/live-app.ts'
import { connectWireClient } from '../helpers/wire-client.ts'
import { MadeByTests } from './made-by-tests.ts'

/** The app that the suite was told to attach to; null when the suite starts its own. */
export function attachment(): { pageUrl: string; cookie: HostCookie } | null {
  const text = process.env['PARLEY_ATTACH']
  return text === undefined ? null : (JSON.parse(text) as { pageUrl: string; cookie: HostCookie })
}

/**
 * An app that was running before the suite and goes on after it. It is somebody's: chats that tests make in it are
 * deleted when it is let go, everything else is left as it is, and it is neither replaced nor ended.
 */
export class AttachedApp implements LiveApp {
  readonly host = null
  readonly pid = null
  readonly dataFolder = null
  readonly logPath = null
  readonly isReplaceable = false
  readonly #browser: Browser
  readonly #pageUrl: string
  readonly #cookie: HostCookie
  readonly #made = new MadeByTests()

  constructor(browser: Browser, { pageUrl, cookie }: { pageUrl: string; cookie: HostCookie }) {
    this.#browser = browser
    this.#pageUrl = pageUrl
    this.#cookie = cookie
  }

  get fake(): FakeProvider {
    throw new Error(
      'an app that was running before the suite knows no fake provider: use the models of `demo`',
    )
  }

  async health(): Promise<Health> {
    return askHealth({ pageUrl: this.#pageUrl, cookie: this.#cookie })
  }

  signOfLife(): Promise<void> {
    return awaitSignOfLife(this.#pageUrl)
  }

  async inspect(): Promise<OpenWork> {
    return inspectThrough(await this.#connect())
  }

  /** Windows of somebody else are beside these: what they make and run is theirs. */
  async openDesk(): Promise<Desk> {
    const desk = await openWebDesk(this.#browser, this.#pageUrl, this.#cookie)
    return {
      openWindow: (onOpened) =>
        desk.openWindow((page) => {
          this.#made.watch(page)
          onOpened?.(page)
        }),
      close: () => desk.close(),
    }
  }

  isMadeByTests(sessionId: string): boolean {
    return this.#made.sessionIds.has(sessionId)
  }

  async close(): Promise<void> {
    const client = await this.#connect()
    for (const sessionId of this.#made.sessionIds) await client.invoke('sessions.delete', { sessionId })
    for (const comparisonId of this.#made.comparisonIds) {
      await client.invoke('compare.delete', { comparisonId })
    }
    await client.close()
  }

  #connect() {
    return connectWireClient(this.#pageUrl, headerOf(this.#cookie))
  }
}

function headerOf({ name, value }: HostCookie): string {
  return `${name}=${value}`
}
