import { useEffect, useRef, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { refusalOf } from '../../errors/error-data'

interface Attempts {
  /** Why the last action was refused; null while one is under way. */
  refusal: ErrorData | null
  isBusy: boolean
  /**
   * Runs `act`, unless an earlier one is under way: a second press must not do anything twice. Resolves with whether it
   * succeeded.
   */
  attempt: (act: () => Promise<unknown>) => Promise<boolean>
}

/** Runs the actions of a component, and keeps why the last one was refused. */
export function useAttempt(): Attempts {
  const [state, setState] = useState<{ refusal: ErrorData | null; isBusy: boolean }>({
    refusal: null,
    isBusy: false,
  })
  // A second press may come before the disabled button is drawn, or before what the first one has led to is.
  const isActing = useRef(false)
  useEffect(() => {
    isActing.current = state.isBusy
  }, [state])
  const attempt = async (act: () => Promise<unknown>) => {
    if (isActing.current) return false
    isActing.current = true
    setState({ refusal: null, isBusy: true })
    const refusal = await refusalOf(act)
    setState({ refusal, isBusy: false })
    return refusal === null
  }
  return { ...state, attempt }
}
