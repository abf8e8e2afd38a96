import type { Browser } from '@playwright/test'

import type { Health } from '../../src/shared/health.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import type { HostCookie } from '../helpers/host.ts'
import { type Desk, inspectThrough, type LiveApp, type OpenWork, openWebDesk } from '../helpers/live-app.ts'
import { connectWireClient, type WireClient } from '../helpers/wire-client.ts'

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
  readonly #known: KnownIds

  private constructor(
    browser: Browser,
    { pageUrl, cookie }: { pageUrl: string; cookie: HostCookie },
    known: KnownIds,
  ) {
    this.#browser = browser
    this.#pageUrl = pageUrl
    this.#cookie = cookie
    this.#known = known
  }

  static async attach(
    browser: Promise<Browser>,
    to: { pageUrl: string; cookie: HostCookie },
  ): Promise<AttachedApp> {
    const client = await connectWireClient(to.pageUrl, headerOf(to.cookie))
    const known = await idsIn(client)
    await client.close()
    return new AttachedApp(await browser, to, known)
  }

  get fake(): FakeProvider {
    throw new Error(
      'an app that was running before the suite knows no fake provider: use the models of `demo`',
    )
  }

  async health(): Promise<Health> {
    return askHealth(this.#pageUrl, this.#cookie)
  }

  async inspect(): Promise<OpenWork> {
    return inspectThrough(await this.#connect())
  }

  openDesk(): Promise<Desk> {
    return openWebDesk(this.#browser, this.#pageUrl, this.#cookie)
  }

  async close(): Promise<void> {
    const client = await this.#connect()
    const { sessions, comparisons } = await idsIn(client)
    for (const sessionId of sessions) {
      if (!this.#known.sessions.has(sessionId)) await client.invoke('sessions.delete', { sessionId })
    }
    for (const comparisonId of comparisons) {
      if (!this.#known.comparisons.has(comparisonId)) await client.invoke('compare.delete', { comparisonId })
    }
    await client.close()
  }

  #connect() {
    return connectWireClient(this.#pageUrl, headerOf(this.#cookie))
  }
}

/** What the app at `pageUrl` says of itself, asked of main. */
export async function askHealth(pageUrl: string, cookie: HostCookie): Promise<Health> {
  const response = await fetch(`${pageUrl}health`, { headers: { cookie: headerOf(cookie) } })
  if (!response.ok) throw new Error(`main answered ${response.status} when asked for its health`)
  return (await response.json()) as Health
}

interface KnownIds {
  sessions: Set<string>
  comparisons: Set<string>
}

async function idsIn(client: WireClient): Promise<KnownIds> {
  const { sessions } = await client.invoke('sessions.list', { limit: 500 })
  const { comparisons } = await client.invoke('compare.list', { limit: 500 })
  return {
    sessions: new Set(sessions.map(({ id }) => id)),
    comparisons: new Set(comparisons.map(({ id }) => id)),
  }
}

function headerOf({ name, value }: HostCookie): string {
  return `${name}=${value}`
}
