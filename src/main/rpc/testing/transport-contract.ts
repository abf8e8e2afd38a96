import { describeCalls } from './call-contract'
import type { TransportKind } from './connected-pairs'
import { describeConnection } from './connection-contract'
import { describeStreams } from './stream-contract'

/** The contract of every transport, with the client that windows use at the other end. */
export function describeTransport(kind: TransportKind): void {
  describeCalls(kind)
  describeStreams(kind)
  describeConnection(kind)
}
