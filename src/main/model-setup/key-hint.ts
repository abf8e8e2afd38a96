/** The end of a shorter key would give too much of it away. */
const minCharactersForLast4 = 8

/** All that a window is told of a key: whether there is one, and how it ends. */
export function keyHint(apiKey: string | null): { hasKey: boolean; last4: string | null } {
  const key = apiKey ?? ''
  return { hasKey: key !== '', last4: key.length >= minCharactersForLast4 ? key.slice(-4) : null }
}
