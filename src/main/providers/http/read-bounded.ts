import type { Clock } from '../../base/clock'

/**
 * Reads a body to its end, or to `maxBytes`, or for as long as the deadline allows: the rest is let go together with
 * its connection.
 */
export async function readBounded(
  response: Response,
  maxBytes: number,
  deadline?: { clock: Clock; timeoutMs: number },
): Promise<{ text: string; isCut: boolean }> {
  if (response.body === null) return { text: '', isCut: false }
  const reader = response.body.getReader()
  let isLate = false
  const cancelTimer = deadline?.clock.after(deadline.timeoutMs, () => {
    isLate = true
    // Ends the read that waits; it fails only for a body that has failed, which that read says itself.
    reader.cancel().catch(() => {})
  })
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { text: decode(chunks), isCut: isLate }
      chunks.push(value)
      sizeBytes += value.length
      if (sizeBytes <= maxBytes) continue
      await reader.cancel()
      return { text: decode(chunks).slice(0, maxBytes), isCut: true }
    }
  } finally {
    cancelTimer?.()
  }
}

/** Without the byte order mark that some servers send, which is no JSON. */
function decode(chunks: Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks))
}
