import { codeKinds } from '../../../../../shared/code/code-kinds'
import { codeLanguage } from '../../../../../shared/code/code-languages'
import { codeRuns } from '../../../../../shared/code/code-runs'
import { isShortFormula, mathOptions } from '../../../../../shared/markdown/tex-source'
import { type PageDiagram, pageDiagramLimits } from '../../../../../shared/store/page-diagrams'
import { type Clock, systemClock } from '../../../../base/clock'
import { escapeHtml } from './escape-html'

/**
 * Renders what the window also renders. Null when something cannot be rendered or is too much; then its source is
 * shown.
 */
export interface PageTools {
  /** A formula as MathML, which browsers draw natively. */
  math(text: string, isDisplay: boolean): string | null
  /** Highlighted code; `word` names its language. */
  code(text: string, word: string): string | null
  /** A drawn diagram as an image with this name. */
  diagram(text: string, name: string): string | null
  /** False for a text that this page can leave out; absent: no text. */
  needs?(markdown: string): boolean
}

/** Renders nothing. */
export const noTools: PageTools = { math: () => null, code: () => null, diagram: () => null }

/** Renders nothing, and adds the sources of the diagrams in a page to `found`, as far as they can be drawn. */
export function diagramFinder(found: Set<string>): PageTools {
  const { count, sourceChars } = pageDiagramLimits
  return {
    ...noTools,
    needs: (markdown) => found.size < count && /mermaid/i.test(markdown),
    diagram(text) {
      if (found.size < count && text.trim() !== '' && text.length <= sourceChars) found.add(text)
      return null
    },
  }
}

/** Limits on rendered characters, for one block and for a whole page. */
const maxCodeChars = 50_000
const maxPageCodeChars = 2_000_000
const maxPageMathChars = 200_000
/** A diagram may occur more than once. */
const maxPageDiagramChars = 3 * pageDiagramLimits.totalSvgChars
/** The time for highlighting or formulas in a whole page. Neither can be interrupted, and both block the thread. */
const maxPageToolMs = 5_000
/**
 * A block is tried from its beginning, with twice the length each time; when one try takes long, the next would take
 * too long.
 */
const firstTriedChars = 2_000
const maxTriedMs = 200

/** Makes the tools for one page. */
type MakePageTools = (diagrams?: readonly PageDiagram[], clock?: Pick<Clock, 'monotonic'>) => PageTools

let loading: Promise<MakePageTools> | null = null

/** Loads the libraries, once per thread; the returned function makes the tools for one page. */
export function loadPageTools(): Promise<MakePageTools> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<MakePageTools> {
  const [{ default: katex }, , { createLowlight }, { grammars }] = await Promise.all([
    import('katex'),
    import('katex/contrib/mhchem'),
    import('lowlight'),
    import('../../../../../shared/code/code-grammars'),
  ])
  const loaded = await Promise.all(
    Array.from(grammars).map(async ([language, grammar]) => [language, (await grammar()).default] as const),
  )
  const lowlight = createLowlight(Object.fromEntries(loaded))
  return (diagrams = [], clock = systemClock) => {
    const drawings = new Map(diagrams.map(({ source, svg }) => [source, svg]))
    const left = {
      code: maxPageCodeChars,
      math: maxPageMathChars,
      mathMs: maxPageToolMs,
      codeMs: maxPageToolMs,
      diagrams: maxPageDiagramChars,
    }
    const runsInTime = (language: string, text: string): readonly number[] | null => {
      for (let chars = firstTriedChars; left.codeMs > 0; chars *= 2) {
        const startedAt = clock.monotonic()
        const runs = codeRuns(lowlight.highlight(language, text.slice(0, chars)))
        const tookMs = clock.monotonic() - startedAt
        left.codeMs -= tookMs
        if (chars >= text.length) return runs
        if (tookMs > maxTriedMs) return null
      }
      return null
    }
    return {
      math(text, isDisplay) {
        left.math -= text.length
        if (!isShortFormula(text) || left.math < 0 || left.mathMs < 0) return null
        const startedAt = clock.monotonic()
        const html = drawn(() =>
          katex.renderToString(text, { ...mathOptions, displayMode: isDisplay, output: 'mathml' }),
        )
        left.mathMs -= clock.monotonic() - startedAt
        const math = html === null ? null : (/<math[^]*<\/math>/.exec(html)?.[0] ?? null)
        return math !== null && isMathml(math) ? math : null
      },
      diagram(text, name) {
        const svg = drawings.get(text)
        if (svg === undefined || svg.length > Math.min(pageDiagramLimits.svgChars, left.diagrams)) return null
        left.diagrams -= svg.length
        return diagramImage(svg, name)
      },
      code(text, word) {
        const language = codeLanguage(word)
        left.code -= text.length
        if (language === null || text.length > maxCodeChars || left.code < 0) return null
        return drawn(() => {
          const runs = runsInTime(language.id, text)
          return runs === null ? null : coloured(text, runs)
        })
      },
    }
  }
}

function drawn(draw: () => string | null): string | null {
  try {
    return draw()
  } catch {
    // The library cannot parse it; its source is more useful than the error message.
    return null
  }
}

function coloured(text: string, runs: readonly number[]): string {
  let html = ''
  let at = 0
  for (let index = 0; index < runs.length; index += 2) {
    const end = at + (runs[index] ?? 0)
    const kind = codeKinds[runs[index + 1] ?? 0] ?? 'plain'
    const piece = escapeHtml(text.slice(at, end))
    html += kind === 'plain' ? piece : `<span class="code-${kind}">${piece}</span>`
    at = end
  }
  return html + escapeHtml(text.slice(at))
}

const mathElements = new Set(
  'math semantics annotation mrow mi mn mo ms mtext mspace mstyle mpadded mphantom merror menclose mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr mglyph none'.split(
    ' ',
  ),
)
const mathAttributes =
  /^(?:xmlns|display|encoding|class|style|math(?:variant|color|background|size)|scriptlevel|displaystyle|width|height|depth|voffset|lspace|rspace|minsize|maxsize|fence|stretchy|separator|form|accent|accentunder|symmetric|largeop|movablelimits|notation|linethickness|bevelled|align|valign|columnalign|rowalign|columnspacing|rowspacing|columnlines|rowlines|side|linebreak)$/

/** True if a page may contain `html`: only MathML elements with attributes for presentation. */
function isMathml(html: string): boolean {
  const rest = html.replaceAll(
    /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)\/?>/g,
    (tag, _slash, name: string, attributes: string) => {
      const names = [...attributes.matchAll(/ ([a-z]+)="/g)].map(([, attribute = '']) => attribute)
      return mathElements.has(name) && names.every((attribute) => mathAttributes.test(attribute)) ? '' : tag
    },
  )
  return !/[<>]/.test(rest) && !/url\(|expression/i.test(html)
}

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
