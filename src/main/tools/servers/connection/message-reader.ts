import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

import { isRecord } from '../../../../shared/record'
import { documentDepth, isNestedDeeperThan } from '../../../../shared/json-depth'
import { readableResult } from './readable-result'

/** Requests that are remembered, far more than are ever open. */
const mostOpen = 1_000
/** Messages in one list, far more than any server joins. */
const mostJoined = 1_000
/** Says that no answer will come; of the range that the protocol leaves to implementations. */
export const unansweredCode = -32_099

const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/**
 * Turns what a server sends into messages that the library accepts. The library drops a message that breaks the protocol
 * in any detail, so that its request is never answered although the server has done what was asked.
 */
export class MessageReader {
  readonly #onOdd: (line: string) => void
  /** The methods of requests without an answer. */
  readonly #open = new Map<RequestId, string>()
  /** Answers so far, for knowing whether the server is alive. */
  #answerCount = 0

  constructor(onOdd: (line: string) => void) {
    this.#onOdd = onOdd
  }

  get answerCount(): number {
    return this.#answerCount
  }

  /** Parley sends this message. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message) {
      this.#open.set(message.id, message.method)
      const [oldest] = this.#open.keys()
      if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
      return
    }
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : null
    if (isId(cancelled)) this.#open.delete(cancelled)
  }

  isOpen(id: RequestId): boolean {
    return this.#open.has(id)
  }

  /**
   * The messages in a value that the server sent; null if it is something else, such as a line of a log. `answerTo` is the
   * request that the value answers, if the transport knows it.
   */
  read(value: unknown, answerTo: RequestId | null = null): JSONRPCMessage[] | null {
    if (isNestedDeeperThan(value, documentDepth)) return null
    if (!Array.isArray(value)) return this.#one(value, answerTo)
    const read = value.slice(0, mostJoined).map((each: unknown) => this.#one(each, answerTo))
    return read.every((each) => each === null) ? null : read.flatMap((each) => each ?? [])
  }

  /** Returns the client's response to a request that will not be answered; null if it was. */
  unanswered(id: RequestId): JSONRPCMessage | null {
    if (!this.#open.delete(id)) return null
    return { jsonrpc: '2.0', id, error: { code: unansweredCode, message: 'no answer' } }
  }

  #one(value: unknown, answerTo: RequestId | null): JSONRPCMessage[] | null {
    if (!isRecord(value)) return null
    if (typeof value['method'] === 'string') return value['jsonrpc'] === undefined ? null : asked(value)
    if (value['result'] === undefined && value['error'] === undefined) return null
    const id = this.#idOf(value, answerTo)
    const method = id === null ? undefined : this.#open.get(id)
    if (id === null || method === undefined) {
      // Late, repeated, or to nothing at all.
      this.#onOdd(`An answer with the id ${JSON.stringify(value['id'])?.slice(0, 100)} was ignored.`)
      return []
    }
    this.#open.delete(id)
    this.#answerCount += 1
    const { error, result } = value
    const isError = error !== undefined && error !== null
    return [
      isError
        ? { jsonrpc: '2.0', id, error: errorOf(error) }
        : { jsonrpc: '2.0', id, result: readableResult(method, result) },
    ]
  }

  /** The request that is answered; null if none is. */
  #idOf({ id, error }: Record<string, unknown>, answerTo: RequestId | null): RequestId | null {
    if (isId(id) && this.#open.has(id)) return id
    const number = typeof id === 'string' ? Number(id) : Number.NaN
    if (this.#open.has(number)) return number
    if (answerTo !== null && this.#open.has(answerTo)) return answerTo
    // A server that could not read the request does not know its id.
    const [only, ...others] = this.#open.keys()
    const isForOnly = (id === null || id === undefined) && error !== undefined && others.length === 0
    return isForOnly && only !== undefined ? only : null
  }
}

/** A request or notification of the server; nothing if it cannot be answered. */
function asked(value: Record<string, unknown>): JSONRPCMessage[] {
  const { id, method } = value
  const params = isRecord(value['params']) ? value['params'] : {}
  if (isId(id)) return [{ jsonrpc: '2.0', id, method: String(method), params }]
  if (id !== undefined && id !== null) return []
  return [{ jsonrpc: '2.0', method: String(method), params: readableParams(String(method), params) }]
}

/** Notifications with values of the wrong type, which the library would drop. */
function readableParams(method: string, params: Record<string, unknown>): Record<string, unknown> {
  const { progress, total, message, level, ...others } = params
  if (method === 'notifications/progress') {
    const share = numberIn(total)
    return {
      ...others,
      progress: numberIn(progress) ?? 0,
      ...(share === null ? {} : { total: share }),
      ...(typeof message === 'string' ? { message } : {}),
    }
  }
  const isKnownLevel = typeof level === 'string' && logLevels.includes(level)
  if (method !== 'notifications/message' || isKnownLevel) return params
  return { ...params, level: 'info' }
}

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isRecord(error)) return { code: -32_000, message: textOf(error) }
  const { code, message, data } = error
  const number = numberIn(code)
  return {
    code: number !== null && Number.isInteger(number) ? number : -32_000,
    message: typeof message === 'string' ? message : textOf(message ?? error),
    ...(data === undefined ? {} : { data }),
  }
}

/** A number, also one that is written as a text. An object could throw when it is converted. */
function numberIn(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value)
}
