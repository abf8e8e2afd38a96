import { useLayoutEffect, useRef, useState } from 'react'

import { memo } from '../language/memo'
import type { MathToken } from '../../shared/markdown/math-tokens'
import { drawMath, hasTimeForMath, loadedKatex, loadKatex } from './math-library'
import { classNames } from '../ui/class-names'
import styles from './math.module.css'

/** A formula; its source is shown until it is rendered, or if it cannot be. */
export const MathFormula = memo(
  function MathFormula({ token }: { token: MathToken }) {
    const { text, isDisplay, isClosed } = token
    const place = useRef<HTMLSpanElement>(null)
    const [drawn, setDrawn] = useState<string | null>(null)
    const isDrawn = drawn === text
    useLayoutEffect(() => {
      if (!isClosed) return undefined
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
