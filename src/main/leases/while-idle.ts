import type { SessionId } from '../../shared/ids'
import type { StopReason } from '../../shared/sessions/messages'
import type { LeaseHolder, SessionLeases } from './session-leases'

/** Holds a session while `whileIdle` acts; it has nothing to stop. */
const operation: LeaseHolder = { kind: 'operation', stop: () => {} }

/**
 * Stops the session's work, waits until it is saved, and acts while nothing else can start.
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
