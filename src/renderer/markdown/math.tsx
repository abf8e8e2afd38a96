import type katex from 'katex'
import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'

import {
  isShortFormula,
  mathOptions,
  drawableTex,
  type FormulaNumbers,
  noNumbers,
} from '../../shared/markdown/tex-source'
import { memo } from '../language/memo'
import type { MathToken } from '../../shared/markdown/math-tokens'
import { classNames } from '../ui/class-names'
import styles from './math.module.css'

/** Time per frame for formulas that render with their text; the rest render in later frames. */
const maxSyncMs = 12

let library: Katex | null = null
let loading: Promise<Katex> | null = null
let spentMs = 0

/** The numbers of the formulas in the surrounding text. */
export const FormulaNumbersContext = createContext<FormulaNumbers>(noNumbers)

/** A formula; its source is shown until it is rendered, or if it cannot be. */
export const MathFormula = memo(
  function MathFormula({ token }: { token: MathToken }) {
    const { isDisplay, isClosed } = token
    const numbers = useContext(FormulaNumbersContext)
    const text = drawableTex(token, { numbers, isInline: !isDisplay })
    const place = useRef<HTMLSpanElement>(null)
    const [drawn, setDrawn] = useState<string | null>(null)
    const isDrawn = text !== null && drawn === text
    useLayoutEffect(() => {
      if (!isClosed || text === null) return undefined
      let isGone = false
      let frame: number | null = null
      const draw = () => {
        const katex = loadedKatex()
        if (isGone || katex === null || place.current === null) return
        if (!hasTimeForMath()) frame = requestAnimationFrame(draw)
        else if (drawMath(katex, text, isDisplay, place.current)) setDrawn(text)
      }
      if (loadedKatex() !== null) draw()
      else {
        void loadKatex().then(draw, () => {
          // Without the library, the readable source stays.
        })
      }
      return () => {
        isGone = true
        if (frame !== null) cancelAnimationFrame(frame)
      }
    }, [text, isDisplay, isClosed])
    if (text === null) return token.raw
    const Shell = isDisplay ? 'div' : 'span'
    return (
      <Shell
        className={classNames(styles.markdownMath, isDisplay && styles.markdownMathDisplay)}
        data-math={isDisplay ? 'display' : 'inline'}
        data-source={token.raw.trim()}
        dir="ltr"
      >
        <span ref={place} hidden={!isDrawn} />
        {!isDrawn && (
          <code className={styles.markdownMathSource} data-slot="markdown-math-source">
            {token.raw.trim()}
          </code>
        )}
      </Shell>
    )
  },
  (before, after) => before.token.raw === after.token.raw && before.token.isDisplay === after.token.isDisplay,
)

type Katex = typeof katex

/** The math library, once loaded. */
function loadedKatex(): Katex | null {
  return library
}

/** Loads the library and its fonts once. */
function loadKatex(): Promise<Katex> {
  loading ??= Promise.all([
    import('katex'),
    import('katex/contrib/mhchem'),
    import('katex/dist/katex.min.css'),
  ]).then(
    ([module]) => (library = module.default),
    (error: unknown) => {
      // The next formula tries again.
      loading = null
      throw error
    },
  )
  return loading
}

/** True if another formula may be rendered in this frame. */
function hasTimeForMath(): boolean {
  return spentMs < maxSyncMs
}

/** Renders a formula into `place`; returns false and renders nothing if it is invalid. */
function drawMath(katexLibrary: Katex, text: string, isDisplay: boolean, place: HTMLElement): boolean {
  if (!isShortFormula(text)) return false
  const startedMs = performance.now()
  try {
    katexLibrary.render(text, place, {
      ...mathOptions,
      displayMode: isDisplay,
      output: 'htmlAndMathml',
    })
    return true
  } catch {
    // The formula is shown as written, which tells a reader more than the library's error.
    place.replaceChildren()
    return false
  } finally {
    if (spentMs === 0) {
      requestAnimationFrame(() => {
        spentMs = 0
      })
    }
    spentMs += performance.now() - startedMs
  }
}
