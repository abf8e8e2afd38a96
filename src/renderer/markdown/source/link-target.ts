import { decodeEntities } from './entities'

/** Where a link leads, as far as it may be followed. */
export interface LinkTarget {
  url: string
  /** What the user should look at: the host, or the address of a mail. */
  host: string
  /** The host contains letters of other scripts, which can be made to look like another name. */
  isInternational: boolean
  /** The text names another host than the link leads to. */
  claimedHost: string | null
}

const followed = new Set(['http:', 'https:', 'mailto:'])
/** What can stand in a name without being seen: invisible characters, and the marks of emphasis. */
const unseen = /[\p{Cf}*_`~]/gu
const hostInText = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#]|$)/u

/** The target of `href` when it is one that may be followed; null for everything else, relative ones too. */
export function linkTarget(href: string, text: string): LinkTarget | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  if (!followed.has(url.protocol)) return null
  const host = url.protocol === 'mailto:' ? url.pathname : url.host
  if (host === '') return null
  const seen = decodeEntities(text).replaceAll(unseen, '').trim()
  const claimed = hostInText.exec(seen)?.[1]?.toLowerCase() ?? null
  const isSame = claimed === null || withoutWww(asciiHost(claimed)) === withoutWww(url.hostname)
  return {
    url: url.href,
    host,
    isInternational: url.hostname.split('.').some((label) => label.startsWith('xn--')),
    claimedHost: isSame || url.protocol === 'mailto:' ? null : claimed,
  }
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

function asciiHost(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host
}
