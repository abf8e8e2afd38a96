import { escapeHtml } from './escape-html'

/** The elements of a drawing. None of them runs, animates, embeds or refers to something outside. */
const elements = new Set(
  'svg g defs symbol switch style title desc path rect circle ellipse line polyline polygon text tspan marker clipPath linearGradient radialGradient stop filter feDropShadow'.split(
    ' ',
  ),
)
const svgNamespace = 'http://www.w3.org/2000/svg'
const linkNamespace = 'http://www.w3.org/1999/xlink'

/** One tag, or the text up to the next; anything else, such as a comment or a declaration, matches neither. */
const piece =
  /<(?<close>\/?)(?<name>[A-Za-z]+)(?<attributes>(?:\s+[A-Za-z_][\w:.-]*="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y
const attribute = /\s+(?<name>[A-Za-z_][\w:.-]*)="(?<value>[^"<]*)"/g
/** In a style, even as `content`, these are not needed by a drawing, and could refer to something outside it. */
const leadsOut =
  /\\|@(?!(?:-webkit-)?keyframes\b)|url\(\s*(?!["']?#)|(?:image(?:-set)?|cross-fade|element|src|attr|expression)\s*\(|binding|behavior|javascript:|\/\*/i
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
])
const widest = 10_000

/**
 * A drawing from elsewhere as an image element, if it consists only of what `elements` lists. As the source of an image,
 * it runs no code and loads nothing; it is checked nevertheless, because an image can be opened in a tab of its own.
 * Null if it is anything else. `name` is read to those who cannot see it.
 */
export function diagramImage(svg: string, name: string): string | null {
  const size = sizeOf(svg)
  if (size === null || !isDrawing(svg)) return null
  const data = Buffer.from(svg, 'utf8').toString('base64')
  return `<img src="data:image/svg+xml;base64,${data}" alt="${escapeHtml(name)}" width="${size.width}" height="${size.height}">`
}

function isDrawing(svg: string): boolean {
  const open: string[] = []
  piece.lastIndex = 0
  let hasRoot = false
  while (piece.lastIndex < svg.length) {
    const { groups } = piece.exec(svg) ?? {}
    if (groups === undefined) return false
    const { name, close, attributes = '', empty, text } = groups
    if (text !== undefined) {
      if (open.length === 0 || (open.at(-1) === 'style' && !isInner(text))) return false
      continue
    }
    if (name === undefined || !elements.has(name)) return false
    if (close === '/') {
      if (open.pop() !== name || attributes !== '' || empty === '/') return false
      continue
    }
    if (open.length === 0 && (hasRoot || name !== 'svg' || !attributes.includes(` xmlns="${svgNamespace}"`)))
      return false
    if (open.at(-1) === 'style' || !hasSafeAttributes(attributes)) return false
    hasRoot = true
    if (empty !== '/') open.push(name)
  }
  return hasRoot && open.length === 0
}

function hasSafeAttributes(attributes: string): boolean {
  const names = new Set<string>()
  for (const { groups } of attributes.matchAll(attribute)) {
    const { name = '', value = '' } = groups ?? {}
    if (names.has(name)) return false
    names.add(name)
    if (!isSafeAttribute(name, value)) return false
  }
  return true
}

function isSafeAttribute(name: string, value: string): boolean {
  if (name === 'xmlns') return value === svgNamespace
  if (name === 'xmlns:xlink') return value === linkNamespace
  if (name.includes(':')) return name === 'xml:space'
  // No element that is allowed follows a reference, except within the drawing.
  if (/^(?:on|href$|src)/i.test(name)) return false
  return isInner(value)
}

/** True if a style or the value of an attribute refers to nothing outside the drawing. */
function isInner(written: string): boolean {
  let isPlain = true
  const text = written.replaceAll(/&([^;&]{0,12});?/g, (_, entity: string) => {
    const character = entities.get(entity) ?? whitespaceOf(entity)
    isPlain &&= character !== null
    return character ?? ''
  })
  return isPlain && !leadsOut.test(text)
}

/** Line breaks and tabs are written as numbers in attributes. */
function whitespaceOf(entity: string): string | null {
  return /^#(?:9|10|13|x9|xA|xD|xA0|160)$/i.test(entity) ? ' ' : null
}

function sizeOf(svg: string): { width: number; height: number } | null {
  const root = /^<svg\b[^<>]*>/.exec(svg)?.[0]
  if (root === undefined) return null
  const [width = 0, height = 0] = ['width', 'height'].map((name) => {
    const found = new RegExp(`\\s${name}="(\\d+(?:\\.\\d+)?)(?:px)?"`).exec(root)?.[1]
    return Math.round(Number(found ?? 0))
  })
  const isShown = width > 0 && height > 0 && width <= widest && height <= widest
  return isShown ? { width, height } : null
}
