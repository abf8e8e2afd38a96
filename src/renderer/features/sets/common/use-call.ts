import { useState } from 'react'

import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'

/** Runs requests of a view and keeps the error of the last one. */
export function useCall() {
  const [problem, setProblem] = useState<string | null>(null)
  const call = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(errorLine(errorDataOf(error)))
    }
  }
  return { problem, setProblem, call }
}
