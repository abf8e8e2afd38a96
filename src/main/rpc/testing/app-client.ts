import { onTestFinished } from 'vitest'

import { createParleyClient } from '../../../renderer/rpc/client'
import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../shared/ids'
import type { WatchEvent } from '../../../shared/runs/events'
import type { App } from '../../composition/app'
import { webSocketKind } from './connected-pairs'
import { Recorded } from './recorded'

/**
 * A client of the app, as a window on the web host is one: over a real WebSocket, whose JSON loses more than any other
 * transport does. The transport contract proves that all of them carry the same. Disconnected when the test ends.
 */
export async function connectOverSocket(app: App): Promise<ParleyApi> {
  const pair = await webSocketKind.connect()
  onTestFinished(() => pair.dispose())
  app.connect(pair.transport)
  return createParleyClient(pair.wire)
}

/** What a watcher of one session has been told. */
export interface WatchedSession {
  readonly events: readonly WatchEvent[]
  /** Settles with the first event, of those told so far and later, that is one of these. */
  first<Type extends WatchEvent['type']>(
    type: Type,
    isMeant?: (event: Extract<WatchEvent, { type: Type }>) => boolean,
  ): Promise<Extract<WatchEvent, { type: Type }>>
  /** Settles with the truth of the session when nothing runs and its path has so many messages. */
  idleWith(messageCount: number): Promise<Extract<WatchEvent, { type: 'session-sync' }>>
}

/** Watches a session through the wire. */
export function watchSession(parley: ParleyApi, sessionId: SessionId): WatchedSession {
  const told = new Recorded<WatchEvent>()
  parley.open(
    'session.watch',
    { sessionId },
    {
      onEvents: (events) => {
        for (const event of events) told.push(event)
      },
      onEnd: () => {},
    },
  )
  const watched: WatchedSession = {
    get events() {
      return told.items
    },
    async first(type, isMeant = () => true) {
      type Meant = Extract<WatchEvent, { type: typeof type }>
      const isOne = (event: WatchEvent): event is Meant => event.type === type && isMeant(event as Meant)
      const events = await told.until((items) => items.some(isOne))
      const found = events.find(isOne)
      if (found === undefined) throw new Error('what was told stays told')
      return found
    },
    idleWith: (messageCount) =>
      watched.first('session-sync', ({ running, messages }) => !running && messages.length === messageCount),
  }
  return watched
}
