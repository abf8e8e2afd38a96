/** A request as sent on the wire. */
export interface HttpMessage {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

const headEnd = Buffer.from('\r\n\r\n')
const maxRequestBytes = 64 * 1024 * 1024

/** Collects the bytes of one HTTP/1.1 request. Bodies need a content-length. */
export class HttpMessageReader {
  #bytes: Buffer = Buffer.alloc(0)

  /** The request once it is complete, null before. @throws Error this server cannot parse it */
  push(chunk: Buffer): HttpMessage | null {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    if (this.#bytes.length > maxRequestBytes) throw new Error('the request is too large')
    const headLength = this.#bytes.indexOf(headEnd)
    if (headLength < 0) return null
    const [requestLine = '', ...headerLines] = this.#bytes.toString('latin1', 0, headLength).split('\r\n')
    const [method = '', path = ''] = requestLine.split(' ')
    const headers: Record<string, string> = {}
    for (const line of headerLines) {
      const colon = line.indexOf(':')
      headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim()
    }
    if (headers['transfer-encoding'] !== undefined) throw new Error('a request body needs a content-length')
    const bodyStart = headLength + headEnd.length
    const bodyLength = Number(headers['content-length'] ?? 0)
    if (this.#bytes.length < bodyStart + bodyLength) return null
    const text = this.#bytes.toString('utf8', bodyStart, bodyStart + bodyLength)
    return { method, path, headers, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }
}

/** A member of a body; undefined if the body is not an object. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

/** The model that a body names; empty if it names none. */
export function modelIn(body: unknown): string {
  const model = fieldOf(body, 'model')
  return typeof model === 'string' ? model : ''
}
