import type { Clock } from '../../base/clock'

/** Reads a body until its end, `maxBytes` or the deadline, and cancels the rest together with its connection. */
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
    // Ends the pending read. Rejects only for a body that has failed, which that read reports itself.
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

/** Removes the byte order mark that some servers send, which is not valid JSON. */
function decode(chunks: Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks))
}
