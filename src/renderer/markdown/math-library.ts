import type katex from 'katex'

import { mathOptions, maxMathChars } from '../../shared/markdown/math-options'

type Katex = typeof katex

/** So much of a frame may formulas take that are drawn with their text; others come in later frames. */
const maxSyncMs = 12

let library: Katex | null = null
let loading: Promise<Katex> | null = null
let spentMs = 0

/** The library of formulas, when it has been loaded. */
export function loadedKatex(): Katex | null {
  return library
}

/** Loads it, and its type faces, once. */
export function loadKatex(): Promise<Katex> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([module]) => (library = module.default),
    (error: unknown) => {
      // The next formula tries again.
      loading = null
      throw error
    },
  )
  return loading
}

/** Whether a formula may still be drawn in this frame. */
export function hasTimeForMath(): boolean {
  return spentMs < maxSyncMs
}

/** Draws the formula into `place`; false, and nothing drawn, when it is none that can be read. */
export function drawMath(katexLibrary: Katex, text: string, isDisplay: boolean, place: HTMLElement): boolean {
  if (text.length > maxMathChars) return false
  const startedMs = performance.now()
  try {
    katexLibrary.render(text, place, {
      ...mathOptions,
      displayMode: isDisplay,
      output: 'htmlAndMathml',
    })
    return true
  } catch {
    // It is shown as it was written, which says more to its reader than the library's message.
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
