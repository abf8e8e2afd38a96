import type { Page, WebSocket } from '@playwright/test'

import { askHealth, awaitSignOfLife } from '../../scripts/parts/tests/attach.mjs'
import type { Health } from '../../src/shared/app/health.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import type { HostCookie } from '../helpers/processes/host.ts'
import { type Desk, inspectThrough, type LiveApp, type OpenWork } from '../helpers/live-app.ts'
import type { WebProfiles } from '../helpers/web-profiles.ts'
import { connectWireClient } from '../helpers/wire-client.ts'
import type { RouteName, RouteOutput } from '../../src/shared/rpc/contract.ts'
import type { ClientFrame, ServerFrame } from '../../src/shared/rpc/frames.ts'

type Created = Partial<RouteOutput<'sessions.create'> & RouteOutput<'compare.create'>>

const creating: readonly string[] = ['sessions.create', 'compare.create'] satisfies RouteName[]

/**
 * The chats and comparisons that windows of tests have created. Read from their wires, so that other people's
 * are never included.
 */
class MadeByTests {
  readonly sessionIds = new Set<string>()
  readonly comparisonIds = new Set<string>()

  /** Must be called before anything is loaded in the window. */
  watch(page: Pick<Page, 'on'>): void {
    page.on('websocket', (socket) => this.#watchWire(socket))
  }

  #watchWire(socket: WebSocket): void {
    const asked = new Set<number>()
    socket.on('framesent', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as ClientFrame
      if (frame.type === 'call' && creating.includes(frame.route)) asked.add(frame.id)
    })
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as ServerFrame
      if (frame.type === 'result' && asked.delete(frame.id) && frame.ok) this.#add(frame.data as Created)
    })
  }

  #add({ session, comparison }: Created): void {
    if (session !== undefined) this.sessionIds.add(session.id)
    if (comparison !== undefined) this.comparisonIds.add(comparison.id)
  }
}

/** The app that the suite attaches to; null if the suite starts its own. */
export function attachment(): { pageUrl: string; cookie: HostCookie } | null {
  const text = process.env['PARLEY_ATTACH']
  return text === undefined ? null : (JSON.parse(text) as { pageUrl: string; cookie: HostCookie })
}

/**
 * An app that was running before the suite and keeps running after it. It is in use: chats that tests create
 * are deleted when the suite is done, everything else stays as it is, and the app is neither replaced nor
 * closed.
 */
export class AttachedApp implements LiveApp {
  readonly host = null
  readonly pid = null
  readonly dataFolder = null
  readonly logPath = null
  readonly isReplaceable = false
  readonly dialogs = null
  readonly #profiles: WebProfiles
  readonly #pageUrl: string
  readonly #cookie: HostCookie
  readonly #made = new MadeByTests()

  constructor(profiles: WebProfiles, { pageUrl, cookie }: { pageUrl: string; cookie: HostCookie }) {
    this.#profiles = profiles
    this.#pageUrl = pageUrl
    this.#cookie = cookie
  }

  get fake(): FakeProvider {
    throw new Error('an attached app has no fake provider: use the `demo` models')
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

  /** Other windows may be open beside these; what they create and run belongs to their users. */
  async openDesk(): Promise<Desk> {
    const desk = await this.#profiles.openDesk(this.#pageUrl, this.#cookie)
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

  restarted(): Promise<Page> {
    throw new Error('an app that is in use must not be restarted')
  }

  kill(): Promise<void> {
    throw new Error('an app that is in use must not be killed')
  }

  quit(): Promise<void> {
    throw new Error('an app that is in use must not quit')
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
