import { decodeEntities } from './entities'

/** The target of a link that is allowed. */
export interface LinkTarget {
  url: string
  /** The part that the user should check: the host, or the email address. */
  host: string
  /** The host contains letters of other scripts, which can imitate another name. */
  isInternational: boolean
  /** A different host that the link's text names. */
  claimedHost: string | null
}

const followed = new Set(['http:', 'https:', 'mailto:'])
/** Characters of a name that are not visible: invisible ones, and emphasis marks. */
const unseen = /[\p{Cf}*_`~]/gu
const hostInText = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#]|$)/u

/** The target of `href` if it is allowed; null for everything else, including relative ones. */
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
