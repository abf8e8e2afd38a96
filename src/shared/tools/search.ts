/** The services that search the web for `web.search`. */
export const searchProviderKinds = ['searxng', 'brave', 'tavily'] as const
export type SearchProviderKind = (typeof searchProviderKinds)[number]

/** `own`: models search with their own provider, where it can; nothing is set up. */
export const searchKinds = ['own', ...searchProviderKinds] as const
export type SearchKind = (typeof searchKinds)[number]

/** The web search of models, as windows see it. */
export interface SearchInfo {
  kind: SearchKind
  /** The address of a SearXNG server, also while another kind is chosen; null if none was entered. */
  baseUrl: string | null
  hasKey: boolean
  /** The end of the stored key; null if there is none. */
  last4: string | null
}

/** The names of the services, which are not translated. */
export const searchProviderNames: Readonly<Record<SearchProviderKind, string>> = {
  searxng: 'SearXNG',
  brave: 'Brave',
  tavily: 'Tavily',
}

/** The addresses of the services that have only one. */
export const searchAddresses: Readonly<Record<Exclude<SearchProviderKind, 'searxng'>, string>> = {
  brave: 'https://api.search.brave.com',
  tavily: 'https://api.tavily.com',
}

/** The most private hosts that the user can allow. */
export const maxFetchHosts = 100

const fetchHost = /^(?:\[[\da-f:.]+\]|[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?)(?::\d{1,5})?$/
const longestHostChars = 260

/** The host that a user means, with or without a port; a whole address counts for its host. Null when it cannot be one. */
export function fetchHostOf(typed: string): string | null {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/s, '')
  return host.length <= longestHostChars && fetchHost.test(host) ? host : null
}
