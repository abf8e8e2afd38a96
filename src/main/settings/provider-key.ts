/**
 * A key without the white space that copying leaves around it; empty where there is none. Null when no header could
 * carry it, because of what stands inside it.
 */
export function plainKey(apiKey: string): string | null {
  const key = apiKey.trim()
  return /[^\x21-\x7e]/.test(key) ? null : key
}
