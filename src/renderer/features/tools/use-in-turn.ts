import { useRef } from 'react'

import type { ToolChange } from '../../state/tools/tools'

/** Applies changes one after another: each starts from the choice that the one before led to. `apply` never rejects. */
export function useInTurn(apply: (change: ToolChange) => Promise<unknown>): (change: ToolChange) => void {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (change) => {
    const before = last.current
    const applyNext = async () => {
      await before
      await apply(change)
    }
    last.current = applyNext()
  }
}
