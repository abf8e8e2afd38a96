import type { FakeError } from './protocol.ts'

/** The key of an Authorization header. */
export function bearerKey(headers: Readonly<Record<string, string>>): string | null {
  return headers['authorization']?.replace(/^Bearer /, '') ?? null
}

/** An error in the shape that OpenAI gave the world. */
export function openAiRefusal(error: FakeError): string {
  return JSON.stringify({ error: { param: null, ...error } })
}
