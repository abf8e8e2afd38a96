import type { Readable, Writable } from 'node:stream'

import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'

import { parseForeignJson } from '../../../shared/json-depth'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import { readLines } from '../turns/read-lines'

const sampleChars = 300

/** A line of an agent that is not a message. */
export class UnreadableLineError extends Error {
  override readonly name = 'UnreadableLineError'
  /** The start of the line. */
  readonly sample: string

  constructor(line: string, cause?: unknown) {
    super('a line is not a valid protocol message', { cause })
    this.sample = line.slice(0, sampleChars)
  }
}

/**
 * The messages between Parley and an agent, one JSON object per line. Reads on demand, and only after `isReady`
 * resolves: an agent that writes faster has to wait. The readable side fails with an `UnreadableLineError`, or with
 * AGENT_FAILED for a line that is too long.
 */
export function messageStream(pipes: {
  stdin: Writable
  stdout: Readable
  isReady: () => Promise<void> | null
}): Stream {
  const lines = readLines(pipes.stdout)
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          await pipes.isReady()
          const message = await nextMessage(lines)
          if (message === null) controller.close()
          else controller.enqueue(message)
        },
        cancel() {
          pipes.stdout.destroy()
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({
      write: (message) => writeLine(pipes.stdin, `${wellFormedJson(message)}\n`),
    }),
  }
}

async function nextMessage(lines: AsyncGenerator<string, void, undefined>): Promise<AnyMessage | null> {
  for (;;) {
    const line = await lines.next()
    if (line.done === true) return null
    if (line.value.trim() !== '') return toMessage(line.value)
  }
}

function toMessage(line: string): AnyMessage {
  let message: unknown
  try {
    message = parseForeignJson(line)
  } catch (error) {
    throw new UnreadableLineError(line, error)
  }
  if (typeof message !== 'object' || message === null || !('jsonrpc' in message)) {
    throw new UnreadableLineError(line)
  }
  // The library validates the rest, and answers requests that it does not know.
  return message as AnyMessage
}

function writeLine(stdin: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(line, (error) => {
      if (error === null || error === undefined) resolve()
      else reject(error)
    })
  })
}
