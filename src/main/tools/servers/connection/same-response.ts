/** The response with another body, whose length and encoding are its own. */
export function sameResponse(
  { status, statusText, headers, url }: Response,
  body: string | ReadableStream<Uint8Array>,
): Response {
  const kept = new Headers(headers)
  kept.delete('content-length')
  kept.delete('content-encoding')
  const same = new Response(body, { status, statusText, headers: kept })
  // The library compares it with the address that it asked.
  Object.defineProperty(same, 'url', { value: url })
  return same
}
