import type { Clock } from '../../base/clock'
import { pause } from '../../base/pause'
import type { AcpConnection } from './acp-connection'

/**
 * Waits until an agent has been silent for `silenceMs`, but no longer than `longestMs`.
 * @throws the reason of `signal`, when that aborts first
 */
export async function untilSilent(
  connection: AcpConnection,
  waiting: { clock: Clock; signal: AbortSignal; silenceMs: number; longestMs: number },
): Promise<void> {
  const { clock, signal, silenceMs, longestMs } = waiting
  const begin = clock.monotonic()
  for (;;) {
    signal.throwIfAborted()
    const silentSince = Math.max(begin, connection.lastUpdateAt)
    const waitMs = Math.min(silentSince + silenceMs, begin + longestMs) - clock.monotonic()
    if (waitMs <= 0) return
    await pause(clock, waitMs, signal)
  }
}
