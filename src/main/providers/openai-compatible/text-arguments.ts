import { z } from 'zod'

/** Lines without this are passed on as they are. */
const mark = Buffer.from('"arguments"')
const lineFeed = 0x0a
const carriageReturn = 0x0d

const chunkWithCalls = z.looseObject({
  choices: z.array(
    z.looseObject({
      delta: z.looseObject({
        tool_calls: z.array(z.looseObject({ function: z.looseObject({ arguments: z.unknown() }) })),
      }),
    }),
  ),
})

/**
 * The streamed answer with the arguments of every call as text. Some servers send them as the object that the text
 * would be, and the library takes nothing but text.
 */
export function withTextArguments(answer: Response): Response {
  if (answer.body === null) return answer
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(textArguments()), { status, statusText, headers })
}

function textArguments(): TransformStream<Uint8Array, Uint8Array> {
  /** The beginning of a line whose end has not come. */
  let held: Buffer = Buffer.alloc(0)
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
      const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1
      held = bytes.subarray(end)
      if (end > 0) controller.enqueue(mended(bytes.subarray(0, end)))
    },
    flush(controller) {
      if (held.length > 0) controller.enqueue(mended(held))
    },
  })
}

function mended(lines: Buffer): Uint8Array {
  if (!lines.includes(mark)) return lines
  const text = lines.toString('utf8')
  return Buffer.from(
    text.replaceAll(/^data: ?(.*"arguments".*)$/gm, (line, data: string) => lineOf(data) ?? line),
  )
}

/** The line of this data with its arguments as text; null when they are, or when it is no such line. */
function lineOf(data: string): string | null {
  let chunk: z.infer<typeof chunkWithCalls>
  try {
    chunk = chunkWithCalls.parse(JSON.parse(data))
  } catch {
    return null // An answer that speaks of arguments, or something broken, which the library says.
  }
  let isChanged = false
  for (const call of chunk.choices.flatMap(({ delta }) => delta.tool_calls)) {
    const { arguments: given } = call.function
    if (typeof given !== 'object' || given === null) continue
    call.function.arguments = JSON.stringify(given)
    isChanged = true
  }
  return isChanged ? `data: ${JSON.stringify(chunk)}` : null
}
