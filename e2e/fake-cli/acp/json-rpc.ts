import { isRecord, onJsonLines } from '../parts/input.ts'
import { UnknownWordError } from '../parts/known-words.ts'
import { printLine } from '../parts/print.ts'

/** An error response to a request. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The agent's side of an ACP connection, over standard input and output. */
export interface Connection {
  notify(method: string, params: unknown): void
  request(method: string, params: unknown): Promise<unknown>
  /** Sends a line unchanged, for recordings. */
  send(message: Record<string, unknown>): void
  /** Waits for the response to a request sent with `send`. */
  answerTo(id: number): Promise<unknown>
  nextId(): number
}

export interface ConnectionWays {
  /** @returns the result of a request; @throws RpcError */
  onRequest: (
    method: string,
    params: Record<string, unknown>,
    answered: () => Promise<void>,
  ) => Promise<unknown>
  onNotification: (method: string, params: Record<string, unknown>) => void
  onMessage: (message: Record<string, unknown>) => void
  onEnd: () => void
  /** Called when a request failed; the error is also sent as its response. */
  onFailure: (error: unknown) => void
}

export function connect(ways: ConnectionWays): Connection {
  const waiting = new Map<unknown, (result: unknown) => void>()
  let lastId = -1
  const answerTo = (id: number) => new Promise<unknown>((resolve) => waiting.set(id, resolve))
  const nextId = () => (lastId += 1)

  const answer = async (id: unknown, method: string, params: Record<string, unknown>) => {
    const answered = Promise.withResolvers<void>()
    try {
      send({ id, result: await ways.onRequest(method, params, () => answered.promise) })
    } catch (error) {
      ways.onFailure(error)
      const { code, message, data } = error instanceof RpcError ? error : new RpcError(-32603, String(error))
      send({ id, error: { code, message, ...(data === undefined ? {} : { data }) } })
    }
    answered.resolve()
  }

  onJsonLines((message) => {
    ways.onMessage(message)
    const { id, method } = message
    if (typeof method !== 'string') {
      const resolve = waiting.get(id)
      if (resolve === undefined)
        throw new UnknownWordError(String(id), 'the answers to an agent', [...waiting.keys()].map(String))
      waiting.delete(id)
      resolve(message['result'] ?? null)
      return
    }
    const params = isRecord(message['params']) ? message['params'] : {}
    if (id === undefined) ways.onNotification(method, params)
    else void answer(id, method, params)
  }, ways.onEnd)

  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) => {
      const id = nextId()
      const answerCame = answerTo(id)
      send({ id, method, params })
      return answerCame
    },
    send,
    answerTo,
    nextId,
  }
}

function send(message: Record<string, unknown>): void {
  printLine({ jsonrpc: '2.0', ...message })
}
