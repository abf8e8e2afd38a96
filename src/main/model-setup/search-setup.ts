import type { SearchKind, SearchProviderKind } from '../../shared/tools/search'

/** How models search the web, as saved; the key is stored elsewhere. */
export interface SavedSearch {
  kind: SearchKind
  /** The address of a SearXNG server. */
  baseUrl: string | null
}

/** The search provider that requests go to. */
export interface SearchSetup {
  kind: SearchProviderKind
  /** The name in messages, such as `Brave`. */
  name: string
  baseUrl: string
  apiKey: string | null
}
