import { describeCalls } from './call-contract'
import type { TransportKind } from './connected-pairs'
import { describeConnection } from './connection-contract'
import { describeStreams } from './stream-contract'

/** What every transport must do, with the client that the window has at its other end. */
export function describeTransport(kind: TransportKind): void {
  describeCalls(kind)
  describeStreams(kind)
  describeConnection(kind)
}
