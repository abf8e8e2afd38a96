import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { type AnyMessage, methods, type Stream } from '@agentclientprotocol/sdk'
import { z } from 'zod'

import { wellFormedJson } from '../../../shared/text/well-formed-json'
import type { OddOutput } from '../turns/odd-output'
import { readLines } from '../../base/read-lines'

const sampleChars = 300
/** The time limit for reading the rest of the output of a program that no longer reads. */
const lastOutputMs = 1_000
/** The protocol's code for an error of the other side. */
const internalError = -32603

/** The response to a request of Parley, of which a part is missing. */
export class UnreadableLineError extends Error {
  override readonly name = 'UnreadableLineError'
  /** The start of the line. */
  readonly sample: string

  constructor(line: string) {
    super('a response is not a valid protocol message')
    this.sample = line.slice(0, sampleChars)
  }
}

/**
 * The messages between Parley and an agent, one JSON object per line. Reads on demand, and only after `isReady`
 * resolves: an agent that writes faster has to wait. Lines that are no messages are noted by `odd`. The readable side
 * fails with an `UnreadableLineError` for a damaged response, which its request would await forever.
 */
export function messageStream(pipes: {
  stdin: Writable
  stdout: Readable
  isReady: () => Promise<void> | null
  odd: OddOutput
}): Stream {
  const messages = readMessages(pipes.stdout, pipes.odd)
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          await pipes.isReady()
          const message = await messages.next()
          if (message.done === true) controller.close()
          else controller.enqueue(message.value)
        },
        cancel() {
          pipes.stdout.destroy()
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({
      write: (message) => writeLine(pipes, `${wellFormedJson(message)}\n`),
    }),
  }
}

async function* readMessages(stdout: Readable, odd: OddOutput): AsyncGenerator<AnyMessage, void, undefined> {
  const onTooLong = (start: string) => {
    odd.lost('long-line', start)
    if (isResponse(start)) throw new UnreadableLineError(start)
  }
  for await (const line of readLines(stdout, { onTooLong })) {
    const { messages, damaged } = odd.messagesIn(line)
    for (const object of messages) {
      const message = toMessage(object)
      if (message === null) odd.note('line', JSON.stringify(object))
      else yield message
    }
    if (damaged !== null && isResponse(damaged)) throw new UnreadableLineError(damaged)
  }
}

/** True if the message that starts like this is a response. */
function isResponse(start: string): boolean {
  return /^\{[^{[]*"(?:result|error)"\s*:/.test(start.slice(0, sampleChars))
}

/** The method of updates inside Parley: under its own name, the library drops an update with one unknown word. */
export const updateMethod = '_parley/session_update'

/** Notifications and requests that agents send even without the name of the protocol. */
const clientMethods: ReadonlySet<unknown> = new Set([
  methods.client.session.update,
  methods.client.session.requestPermission,
])

const responseFields: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error'])

/**
 * The object as the library accepts it; null if it is no message of the protocol, such as a log entry. The library
 * validates the rest, and answers requests that it does not know.
 */
function toMessage(object: Record<string, unknown>): AnyMessage | null {
  const { method, id, ...fields } = object
  if (typeof method === 'string') {
    if (object['jsonrpc'] !== '2.0' && !clientMethods.has(method)) return null
    if (method === methods.client.session.update) {
      return { jsonrpc: '2.0', method: updateMethod, params: fields['params'] }
    }
    return {
      ...fields,
      method,
      jsonrpc: '2.0',
      ...(id === undefined || id === null ? {} : { id }),
    }
  }
  const isError = fields['error'] !== undefined && fields['error'] !== null
  if (!isError && !('result' in fields)) return null
  // Log entries may have an id and a result, too.
  if (object['jsonrpc'] !== '2.0' && Object.keys(object).some((name) => !responseFields.has(name)))
    return null
  // Parley numbers its requests, and some agents return the number as a text.
  const number = typeof id === 'string' ? Number(id) : id
  if (typeof number !== 'number' || !Number.isInteger(number)) return null
  const content = isError ? { error: errorOf(fields['error']) } : { result: fields['result'] }
  return { jsonrpc: '2.0', id: number, ...content }
}

const someError = z.object({
  code: z.number().int().catch(internalError),
  message: z.string().catch('Unknown error'),
  data: z.unknown().optional(),
})

function errorOf(error: unknown): z.output<typeof someError> {
  if (typeof error === 'string') return { code: internalError, message: error }
  return someError.safeParse(error).data ?? { code: internalError, message: JSON.stringify(error) ?? '' }
}

/** Writes a line. If the program has exited, its last output is read before the error ends the connection. */
async function writeLine(
  { stdin, stdout }: { stdin: Writable; stdout: Readable },
  line: string,
): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => void stdin.write(line, resolve))
  if (error === null || error === undefined) return
  await finished(stdout, { signal: AbortSignal.timeout(lastOutputMs) }).catch(() => {})
  throw error
}
