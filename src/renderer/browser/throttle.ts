import type { Environment } from './environment'

/** A throttled task. */
export interface ThrottledTask {
  /** Runs the task within one step, once for all requests until then. */
  request: () => void
  /** Runs it immediately instead. */
  runNow: () => void
  cancel: () => void
}

/** Throttles `task` to once per `stepMs`. */
export function throttle(
  environment: Pick<Environment, 'after'>,
  stepMs: number,
  task: () => void,
): ThrottledTask {
  let cancelTimer: (() => void) | null = null
  const cancel = () => {
    cancelTimer?.()
    cancelTimer = null
  }
  const runNow = () => {
    cancel()
    task()
  }
  return {
    request: () => {
      cancelTimer ??= environment.after(stepMs, runNow)
    },
    runNow,
    cancel,
  }
}
