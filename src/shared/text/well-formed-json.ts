/** Escapes in JSON. Only halves of characters are written as an escape that begins with `d`. */
const escapes = /\\(?:ud[89a-f][\da-f]{2}|[^])/g

/**
 * A value as JSON, without halves of characters in its names and strings, as a text has that was cut between them: some
 * servers refuse a request with one.
 */
export function wellFormedJson(value: unknown): string {
  return withWholeCharacters(JSON.stringify(value ?? null))
}

/** JSON that `JSON.stringify` has written, without halves of characters. */
export function withWholeCharacters(json: string): string {
  if (!json.includes(String.raw`\ud`)) return json
  return json.replaceAll(escapes, (escape) => (escape.startsWith(String.raw`\ud`) ? '\ufffd' : escape))
}
