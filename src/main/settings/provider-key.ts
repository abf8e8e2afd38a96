/**
 * The key without the surrounding white space left by copying; empty when there is none. Null when it contains
 * something that no header can carry.
 */
export function plainKey(apiKey: string): string | null {
  const key = apiKey.trim()
  return /[^\x21-\x7e]/.test(key) ? null : key
}
