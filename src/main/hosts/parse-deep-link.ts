import type { DeepLink } from '../../shared/app/deep-link'
import type { ComparisonId, SessionId } from '../../shared/ids'

const scheme = 'parley:'
const longestAddress = 32_000
const longestId = 128

/**
 * Parses `parley://chat/ID`, `parley://compare/ID`, `parley://new?text=…&model=…`, `parley://new-compare` and
 * `parley://settings`; null for anything else. Any web page may open such a link, so it is not trusted.
 */
export function parseDeepLink(address: string): DeepLink | null {
  const url = address.length > longestAddress ? null : URL.parse(address)
  if (url === null || url.protocol !== scheme) return null
  // Browsers and systems write the part after the slashes as a host, in lower case, or as a path.
  const [place = '', id = '', ...rest] = `${url.host}${url.pathname}`.replace(/^\/+|\/+$/g, '').split('/')
  if (rest.length > 0) return null
  switch (place) {
    case 'chat':
      return isId(id) ? { to: 'chat', sessionId: id as SessionId } : null
    case 'compare':
      return isId(id) ? { to: 'comparison', comparisonId: id as ComparisonId } : null
    case 'new':
      return { to: 'new-chat', text: given(url, 'text'), model: given(url, 'model') }
    case 'new-compare':
      return { to: 'new-comparison' }
    case 'settings':
      return { to: 'settings' }
    default:
      return null
  }
}

/** The first such link in a program's arguments. */
export function findDeepLink(args: readonly string[]): DeepLink | null {
  const address = args.find((argument) => argument.startsWith(`${scheme}//`))
  return address === undefined ? null : parseDeepLink(address)
}

function isId(id: string): boolean {
  return id.length <= longestId && /^[\w-]+$/.test(id)
}

function given(url: URL, name: string): string | null {
  return url.searchParams.get(name)?.trim() || null
}
