import type { Page, WebSocket } from '@playwright/test'

import type { RouteName, RouteOutput } from '../../../src/shared/rpc/contract.ts'
import type { ClientFrame, ServerFrame } from '../../../src/shared/rpc/frames.ts'

type Created = Partial<RouteOutput<'sessions.create'> & RouteOutput<'compare.create'>>

const creating: readonly string[] = ['sessions.create', 'compare.create'] satisfies RouteName[]

/**
 * The chats and comparisons that windows of tests have created. Read from their wires, so that other people's
 * are never included.
 */
export class MadeByTests {
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
