import { onTestFinished } from 'vitest'

import { createParleyClient } from '../../../renderer/rpc/client'
import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../shared/ids'
import type { WatchEvent } from '../../../shared/runs/events'
import type { App } from '../../composition/create-app'
import { webSocketKind } from './connected-pairs'
import { Recorded } from './recorded'

/**
 * A client of the app as on the web host: over a real WebSocket, whose JSON loses more than any other transport does.
 * The transport contract proves that all transports carry the same. Disconnects after the test.
 */
export async function connectOverSocket(app: App): Promise<ParleyApi> {
  const pair = await webSocketKind.connect()
  onTestFinished(() => pair.dispose())
  app.connect(pair.transport)
  return createParleyClient(pair.wire)
}

/** The events that a watcher of one session has received. */
export interface WatchedSession {
  readonly events: readonly WatchEvent[]
  /** Resolves with the first matching event, past or future. */
  first<Type extends WatchEvent['type']>(
    type: Type,
    isMeant?: (event: Extract<WatchEvent, { type: Type }>) => boolean,
  ): Promise<Extract<WatchEvent, { type: Type }>>
  /** Resolves with the session's state when no run is active and its path has this many messages. */
  idleWith(messageCount: number): Promise<Extract<WatchEvent, { type: 'session-sync' }>>
  /** The window shows it no longer. */
  close(): void
}

/** Watches a session over the wire. */
export function watchSession(parley: ParleyApi, sessionId: SessionId): WatchedSession {
  const received = new Recorded<WatchEvent>()
  const stream = parley.open(
    'session.watch',
    { sessionId },
    {
      onEvents: (events) => {
        for (const event of events) received.push(event)
      },
      onEnd: () => {},
    },
  )
  const watched: WatchedSession = {
    get events() {
      return received.items
    },
    async first(type, isMeant = () => true) {
      type Meant = Extract<WatchEvent, { type: typeof type }>
      const isOne = (event: WatchEvent): event is Meant => event.type === type && isMeant(event as Meant)
      const events = await received.until((items) => items.some(isOne))
      const found = events.find(isOne)
      if (found === undefined) throw new Error('the expected event did not arrive')
      return found
    },
    idleWith: (messageCount) =>
      watched.first('session-sync', ({ running, messages }) => !running && messages.length === messageCount),
    close: () => stream.close(),
  }
  return watched
}
