import type { ProviderKind } from '../../../shared/models/models'
import type { OwnSearch } from '../../run-source/run-source'
import { searchesAlone } from '../google/google-models'

/** The models of each family that their provider lets search the web by itself; others reject the request. */
const searching: Readonly<Partial<Record<ProviderKind, RegExp>>> = {
  // Not the smallest of GPT-4.1, and not the older ones.
  openai: /^(?:ft:)?(?:gpt-4o|gpt-4\.1(?!-nano)|gpt-[5-9]|o3|o4)/,
  anthropic: /^claude-(?:3-[57]-|[a-z]+-(?:[4-9]|\d\d)(?!\d))/,
}

/** How the provider of this model searches the web if a request asks for it; undefined if it cannot. */
export function ownSearchOf(kind: ProviderKind, modelId: string): OwnSearch | undefined {
  if (kind === 'google') return searchesAlone(modelId) ? 'alone' : undefined
  return searching[kind]?.test(modelId) === true ? 'beside-tools' : undefined
}
