/**
 * A pattern of paths, such as `src/**` with a name like `*.ts`: `*` and `?` match within a name, `**` any folders, and
 * `{a,b}` either. Without a slash it matches names in any folder.
 */
export function pathPattern(pattern: string): RegExp {
  const anywhere = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`
  let depth = 0
  const source = anywhere.replaceAll(/\*\*\/|\*+|\?|[{},]|[.+^$()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*'
    if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*'
    if (part === '?') return '[^/]'
    if (part === '{') {
      depth += 1
      return '(?:'
    }
    if (part === '}' && depth > 0) {
      depth -= 1
      return ')'
    }
    if (part === ',') return depth > 0 ? '|' : ','
    return `\\${part}`
  })
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 'su')
}
