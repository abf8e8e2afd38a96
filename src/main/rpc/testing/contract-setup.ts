import { onTestFinished } from 'vitest'

import { createParleyClient } from '../../../renderer/rpc/client'
import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import type { Wire } from '../../../renderer/rpc/wire'
import type { ServerFrame, StreamEnd } from '../../../shared/rpc/frames'
import { serveConnection } from '../router'
import type { Transport } from '../transport/transport'
import type { ConnectedPair, TransportKind } from './connected-pairs'
import { Recorded } from './recorded'
import { scriptedService, type ScriptedService } from './scripted-service'

/** A served connection, seen from both ends. Closed after the test. */
export interface ServedPair extends ConnectedPair {
  service: ScriptedService
  /** Frames from main, before the wire carried them. */
  sent: Recorded<ServerFrame>
}

/** Connects and serves the given handlers; the client's end is the bare wire, which acknowledges nothing. */
export async function servePair(
  kind: TransportKind,
  script: Parameters<typeof scriptedService>[0],
): Promise<ServedPair & { received: Recorded<ServerFrame> }> {
  const pair = await serve(kind, script)
  const received = new Recorded<ServerFrame>()
  pair.wire.onFrame((frame) => received.push(frame))
  return { ...pair, received }
}

/** Connects and serves the given handlers to the client that windows use. */
export async function serveClient(
  kind: TransportKind,
  script: Parameters<typeof scriptedService>[0],
): Promise<ServedPair & { client: ParleyApi }> {
  const pair = await serve(kind, script)
  return { ...pair, client: createParleyClient(pair.wire) }
}

async function serve(
  kind: TransportKind,
  script: Parameters<typeof scriptedService>[0],
): Promise<ServedPair> {
  const pair = await kind.connect()
  onTestFinished(() => pair.dispose())
  const service = scriptedService(script)
  const sent = new Recorded<ServerFrame>()
  serveConnection(recordSent(pair.transport, sent), service)
  return { ...pair, service, sent }
}

function recordSent(transport: Transport, sent: Recorded<ServerFrame>): Transport {
  return {
    send(frame) {
      sent.push(frame)
      transport.send(frame)
    },
    onFrame: (receive) => transport.onFrame(receive),
    onClosed: (closed) => transport.onClosed(closed),
    close: () => transport.close(),
  }
}

/** Asks a question that main answers at once: afterwards, everything sent before on either side has arrived. */
export async function roundTrip(wire: Wire, received: Recorded<ServerFrame>): Promise<void> {
  const id = 1_000_000 + received.items.length
  wire.send({ type: 'call', id, route: 'no such route', input: {} })
  await received.until((frames) => frames.some((frame) => frame.id === id))
}

/** A stream's observer that records what it receives. */
export function recordingObserver<Event>() {
  const batches = new Recorded<Event[]>()
  const ends = new Recorded<StreamEnd>()
  return {
    batches,
    ends,
    get events() {
      return batches.items.flat()
    },
    onEvents: (events: Event[]) => batches.push(events),
    onEnd: (end: StreamEnd) => ends.push(end),
  }
}
