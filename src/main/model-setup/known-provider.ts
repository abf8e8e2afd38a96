import type { ProviderInfo } from '../../shared/models/models'
import type { SavedProvider } from './schema'

/** Showing the end of a shorter key would reveal too much of it. */
const minCharactersForLast4 = 8

/** A provider that can be used: saved by the user, or with a key in the environment. */
export interface KnownProvider extends SavedProvider {
  origin: 'configured' | 'discovered'
}

/**
 * The facts about a provider that a window may know: the end of its key, and the environment variable that holds it.
 */
export function providerInfo(
  { id, kind, name, baseUrl, origin }: KnownProvider,
  key: { apiKey: string | null; variable: string | null },
): ProviderInfo {
  return { id, kind, name, baseUrl, ...keyHint(key.apiKey), keyVariable: key.variable, origin }
}

/** All that a window gets of a key: whether one is set, and its last four characters. */
export function keyHint(apiKey: string | null): { hasKey: boolean; last4: string | null } {
  const key = apiKey ?? ''
  return { hasKey: key !== '', last4: key.length >= minCharactersForLast4 ? key.slice(-4) : null }
}
