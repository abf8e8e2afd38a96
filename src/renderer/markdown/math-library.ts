import type katex from 'katex'

import { mathOptions, maxMathChars } from '../../shared/markdown/math-options'

type Katex = typeof katex

/** Time per frame for formulas that render with their text; the rest render in later frames. */
const maxSyncMs = 12

let library: Katex | null = null
let loading: Promise<Katex> | null = null
let spentMs = 0

/** The math library, once loaded. */
export function loadedKatex(): Katex | null {
  return library
}

/** Loads the library and its fonts once. */
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

/** Whether another formula may be rendered in this frame. */
export function hasTimeForMath(): boolean {
  return spentMs < maxSyncMs
}

/** Renders a formula into `place`; returns false and renders nothing if it is invalid. */
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
    // It is shown as written, which says more to a reader than the library's error.
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
