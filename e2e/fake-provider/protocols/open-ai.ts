import type { FakeError } from './protocol.ts'

/** The key in an Authorization header. */
export function bearerKey(headers: Readonly<Record<string, string>>): string | null {
  return headers['authorization']?.replace(/^Bearer /, '') ?? null
}

/** An error in OpenAI's format, which many servers use. */
export function openAiRefusal(error: FakeError): string {
  return JSON.stringify({ error: { param: null, ...error } })
}
