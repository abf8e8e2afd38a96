import { useRef, useState } from 'react'

import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'

/** Runs requests of a view and keeps the error of the last one; `act` is for those that change something. */
export function useCall() {
  const [problem, setProblem] = useState<string | null>(null)
  const isActing = useRef(false)
  const call = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(errorLine(errorDataOf(error)))
    }
  }
  /** Does nothing while an earlier change is under way: a second press must not add or remove anything twice. */
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (isActing.current) return
    isActing.current = true
    await call(work)
    isActing.current = false
  }
  return { problem, setProblem, call, act }
}
