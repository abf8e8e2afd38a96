import type { SessionId } from '../../shared/ids'
import type { StopReason } from '../../shared/sessions/messages'
import type { LeaseHolder, SessionLeases } from './session-leases'

/** Holds a session for as long as `whileIdle` acts; there is nothing in it to stop. */
const operation: LeaseHolder = { kind: 'operation', stop: () => {} }

/**
 * Stops what the session is doing, waits until that is saved, and acts while nothing else can begin.
 * @throws whatever `act` throws
 */
export async function whileIdle<Result>(
  leases: SessionLeases,
  sessionId: SessionId,
  reason: StopReason,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  const lease = await leases.stopAndTake(sessionId, operation, reason)
  try {
    return await act()
  } finally {
    lease.release()
  }
}
