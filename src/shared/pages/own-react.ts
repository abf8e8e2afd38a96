/** A comment, or a script with its start tag and what it contains, whether they end or not. */
export const scripts = /<!--[^]*?(?:-->|$)|(<script\b(?:[^<>"']|"[^"]*"|'[^']*')*>)(?:[^]*?<\/script|[^]*$)/gi

/** Places from which pages load packages, and what follows: such as `react@18/umd/react.js` or `react/18.2.0/umd/…`. */
const place =
  /^https?:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net\/npm|cdnjs\.cloudflare\.com\/ajax\/libs|esm\.sh|esm\.run|cdn\.skypack\.dev|ga\.jspm\.io\/npm)[/:]/i
const address =
  /^(?<name>react|react-dom|babel-standalone|@babel\/standalone)(?:@[^/?]*)?(?<rest>\/[^?]*)?(?:\?.*)?$/i

/**
 * The name of what a page imports or loads from a usual place and Parley has; null for anything else. The compiler is
 * `babel`.
 */
export function ownModule(wanted: string): string | null {
  const { name, rest = '' } = address.exec(wanted.replace(place, ''))?.groups ?? {}
  if (name === undefined || /server|test-utils/.test(rest)) return null
  if (name.includes('babel')) return 'babel'
  if (rest.includes('jsx')) return 'react/jsx-runtime'
  return /^\/(?:[^/]*\/)?client\b/.test(rest) ? 'react-dom/client' : name.toLowerCase()
}

const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']?(?<value>[^\\s"'>]+)["']?`, 'i')
const sourceOf = attribute('src')
const typeOf = attribute('type')
const imported = /\b(?:from|import)\s*["'](?<name>[^"'\n]+)["']/g

/**
 * The document for a frame that has React and the compiler: scripts that would load them load nothing, and modules that
 * import them are compiled. Lines keep their numbers. Null for a document that needs neither.
 */
export function withOwnReact(html: string): string | null {
  if (!/react|babel|jsx/i.test(html)) return null
  let isNeeded = false
  const changed = html.replaceAll(scripts, (found: string, tag: string | undefined) => {
    if (tag === undefined) return found
    const source = sourceOf.exec(tag)?.groups?.['value']
    const type = typeOf.exec(tag)?.groups?.['value']?.toLowerCase()
    const code = found.slice(tag.length)
    const isModule =
      type === 'module' && [...code.matchAll(imported)].some(([, name = '']) => ownModule(name))
    const isOwn = source !== undefined && /^https?:/i.test(source) && ownModule(source) !== null
    if (!isOwn && !isModule && type !== 'text/babel' && type !== 'text/jsx') return found
    isNeeded = true
    const start = isOwn ? tag.replace(/\ssrc(?=\s*=)/i, ' data-src') : tag
    return (isModule ? start.replace(typeOf, ' type="text/babel"') : start) + code
  })
  return isNeeded ? changed : null
}
