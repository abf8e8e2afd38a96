import { ParleyError } from '../../../shared/errors'
import { isRecord } from '../../../shared/record'
import type { SyncProblem } from '../../../shared/store/sync'
import type { Clock } from '../../base/clock'
import { retryAfterMs } from '../../providers/http/asked-wait'
import { peerOf } from '../../providers/http/peer'
import { readBounded } from '../../providers/http/read-bounded'
import { createUpstreamFetch } from '../../providers/http/upstream-fetch'

/** A file on a server. */
export interface ServerFile {
  name: string
  sizeBytes: number
  /** Changes whenever the file does; begins with its size and a space. */
  stamp: string
}

/** Why a server cannot be used now. */
export class ServerRefusal extends Error {
  readonly reason: SyncProblem
  /** How long the server asks to wait. */
  readonly waitMs: number | null

  constructor(reason: SyncProblem, message: string, waitMs: number | null = null) {
    super(message)
    this.reason = reason
    this.waitMs = waitMs
  }
}

/** The names of Parley's files. Anything else on a server is left alone. */
export const carriedName = /^[0-9a-f]{32}\.parley$/
/** More files than that are not listed. */
export const mostFiles = 100_000

const longestListBytes = 32 * 1024 * 1024
const longestRefusalBytes = 64 * 1024
/** A request ends when nothing was sent or received for so long. */
const silenceMs = 60_000

const reasons: ReadonlyMap<number, SyncProblem> = new Map([
  [401, 'sign-in'],
  [403, 'denied'],
  [404, 'no-place'],
  [408, 'unreachable'],
  [409, 'no-place'],
  [413, 'too-large'],
  [423, 'unreachable'],
  [429, 'unreachable'],
  [501, 'not-server'],
  [507, 'full'],
])

interface ServerRequest {
  headers?: Record<string, string>
  body?: string | Blob
  /** The statuses of answers that are no refusal. */
  expected: readonly number[]
}

/** A folder on a server. Every request throws `ServerRefusal`, or the reason of the signal. */
export abstract class MeetingServer {
  readonly #clock: Clock
  readonly #signal: AbortSignal

  constructor({ clock, signal }: { clock: Clock; signal: AbortSignal }) {
    this.#clock = clock
    this.#signal = signal
  }

  /** The files of Parley there; null if there is no such folder yet. */
  abstract list(): Promise<ServerFile[] | null>
  /** Makes the folder, if it is not there. */
  abstract create(): Promise<void>
  protected abstract urlOf(name: string): URL
  /** The headers of a request with those that prove who sends it. */
  protected abstract signed(method: string, url: URL, request: ServerRequest): Promise<Record<string, string>>

  /** What the text of a refusal says about its reason. */
  protected reasonIn(_text: string): SyncProblem | null {
    return null
  }

  /** Passes a file on, part by part; false if it is not there. */
  read(name: string, onPart: (part: Uint8Array) => void): Promise<boolean> {
    return this.ask('GET', this.urlOf(name), { expected: [200, 404] }, async (response) => {
      if (response.status === 404) return false
      if (response.headers.get('content-type')?.includes('text/html') === true) {
        throw new ServerRefusal('not-server', 'a web page in place of a file')
      }
      for await (const part of response.body ?? []) onPart(part)
      return true
    })
  }

  write(name: string, body: Blob): Promise<unknown> {
    const headers = { 'content-type': 'application/octet-stream' }
    return this.ask('PUT', this.urlOf(name), { headers, body, expected: [200, 201, 204] })
  }

  /** Removes a file, if it is there. */
  remove(name: string): Promise<unknown> {
    return this.ask('DELETE', this.urlOf(name), { expected: [200, 202, 204, 404] })
  }

  /**
   * Sends a request over the app's own connections. It follows no redirect, so that credentials reach only the server
   * that the user has entered. `read` must read the body to its end if it needs it.
   */
  protected async ask<Result>(
    method: string,
    url: URL,
    request: ServerRequest,
    read: (response: Response) => Promise<Result | undefined> = () => Promise.resolve(undefined),
  ): Promise<Result> {
    const [clock, end] = [this.#clock, new AbortController()]
    const silent = () => end.abort(new ServerRefusal('unreachable', 'it was silent'))
    let cancel = clock.after(silenceMs, silent)
    const onAlive = () => {
      cancel()
      cancel = clock.after(silenceMs, silent)
    }
    try {
      const peer = peerOf(url.host, url.href, null)
      const response = await createUpstreamFetch({ peer, clock, onAlive, onSent: onAlive })(url, {
        method,
        headers: await this.signed(method, url, request),
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: AbortSignal.any([this.#signal, end.signal]),
      })
      if (!request.expected.includes(response.status)) throw await this.#refusal(response)
      return (await read(response)) as Result
    } catch (error) {
      this.#signal.throwIfAborted()
      throw error instanceof ParleyError ? connectionRefusal(error) : error
    } finally {
      cancel()
      // Closes the connection of an answer that was not read to its end.
      end.abort()
    }
  }

  /** The element that a list consists of. @throws ServerRefusal it is too long, something else, or defines entities */
  protected async listIn(response: Response, element: string): Promise<Record<string, unknown>> {
    const { XMLParser } = await import('fast-xml-parser')
    const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, processEntities: false })
    const { text, isCut } = await readBounded(response, longestListBytes)
    try {
      const list = isCut || text.includes('<!DOCTYPE') ? null : (parser.parse(text) as unknown)
      if (isRecord(list) && element in list) return isRecord(list[element]) ? list[element] : {}
    } catch {
      // Not XML, or nested too deeply.
    }
    throw new ServerRefusal('not-server', 'not a list of files')
  }

  async #refusal(response: Response): Promise<ServerRefusal> {
    const { status, headers } = response
    const { text } = await readBounded(response, longestRefusalBytes)
    const reason = this.reasonIn(text) ?? reasons.get(status) ?? (status > 500 ? 'unreachable' : 'not-server')
    // The text may repeat what was sent.
    return new ServerRefusal(reason, `status ${status}`, retryAfterMs(headers, this.#clock.now()))
  }
}

/** The child elements with a name. */
export function childrenOf(element: unknown, name: string): unknown[] {
  const found = isRecord(element) ? element[name] : undefined
  return Array.isArray(found) ? (found as unknown[]) : [found]
}

/** The text of the first of these elements that have one; empty if none has. */
export function textIn(elements: readonly unknown[], names: readonly string[]): string {
  const texts = names.flatMap((name) => elements.flatMap((element) => childrenOf(element, name)))
  return texts.find((text) => typeof text === 'string' && text !== '')?.toString() ?? ''
}

/** A file of a list, if it is one of Parley's. */
export function fileFrom(name: string, size: string, tag: string): ServerFile[] {
  if (!carriedName.test(name) || !/^\d{1,15}$/.test(size)) return []
  return [{ name, sizeBytes: Number(size), stamp: `${size} ${tag.slice(0, 300)}` }]
}

function connectionRefusal({ data, message }: ParleyError): ServerRefusal {
  const reason = String(data?.['reason'])
  if (/^redirect|^not-http/.test(reason)) return new ServerRefusal('not-server', message)
  return new ServerRefusal(reason.startsWith('certificate') ? 'untrusted' : 'unreachable', message)
}
