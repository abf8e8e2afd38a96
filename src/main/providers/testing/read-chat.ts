import { readBody } from './read-body'
import { chatCompletions } from '../openai-compatible/openai-compatible-provider'
import { plainDialect } from '../openai-compatible/dialects'

/** The protocol without the peculiarities of any provider. */
export const protocol = chatCompletions(plainDialect)

/** One event of the stream, as the server writes it. */
export function data(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
}

/** An event with this content, and more in its choice. */
export function delta(content: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  return data({ choices: [{ index: 0, delta: content, finish_reason: null, ...more }] })
}

/** The answer that is read from these events. */
export function read(...events: string[]) {
  return readBody(protocol, events)
}

/** An event with the first word. */
export const hello = delta({ content: 'Hello' })

/** An event that has a message in place of a delta. */
export const message = (content: string, reason: string | null = null) =>
  data({ choices: [{ message: { role: 'assistant', content }, finish_reason: reason }] })

/** An event with the finish reason. */
export const stop = data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })

/** The last event. */
export const done = data('[DONE]')

/** The last event of an answer that is complete. */
export const whole = { type: 'finish', reason: 'end' }

/** An event with a part of a tool call. */
export const piece = (call: Record<string, unknown>) => delta({ tool_calls: [call] })
