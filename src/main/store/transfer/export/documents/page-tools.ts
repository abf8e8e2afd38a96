import { codeKinds } from '../../../../../shared/code/code-kinds'
import { codeLanguage } from '../../../../../shared/code/code-languages'
import { codeRuns } from '../../../../../shared/code/code-runs'
import { isShortFormula, mathOptions } from '../../../../../shared/markdown/tex-source'
import { type PageDiagram, pageDiagramLimits } from '../../../../../shared/store/page-diagrams'
import { type Clock, systemClock } from '../../../../base/clock'
import { diagramImage } from './diagram-image'
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
