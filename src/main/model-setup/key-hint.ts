/** Showing the end of a shorter key would reveal too much of it. */
const minCharactersForLast4 = 8

/** All that a window gets of a key: whether one is set, and its last four characters. */
export function keyHint(apiKey: string | null): { hasKey: boolean; last4: string | null } {
  const key = apiKey ?? ''
  return { hasKey: key !== '', last4: key.length >= minCharactersForLast4 ? key.slice(-4) : null }
}
