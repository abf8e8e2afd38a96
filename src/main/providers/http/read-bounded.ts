/** Reads a body to its end, or to `maxBytes`: the rest is let go together with its connection. */
export async function readBounded(
  response: Response,
  maxBytes: number,
): Promise<{ text: string; isCut: boolean }> {
  if (response.body === null) return { text: '', isCut: false }
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: decode(chunks), isCut: false }
    chunks.push(value)
    sizeBytes += value.length
    if (sizeBytes <= maxBytes) continue
    await reader.cancel()
    return { text: decode(chunks).slice(0, maxBytes), isCut: true }
  }
}

function decode(chunks: Uint8Array[]): string {
  return Buffer.concat(chunks).toString('utf8')
}
