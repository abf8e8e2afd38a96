import { useRef, useState } from 'react'

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
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  // A second press may come before the disabled button is drawn.
  const isActing = useRef(false)
  const attempt = async (act: () => Promise<unknown>) => {
    if (isActing.current) return false
    isActing.current = true
    setIsBusy(true)
    setRefusal(null)
    const refused = await refusalOf(act)
    isActing.current = false
    setIsBusy(false)
    setRefusal(refused)
    return refused === null
  }
  return { refusal, isBusy, attempt }
}
