import type { Environment } from './environment'

/** A task that is asked for more often than it should run. */
export interface Paced {
  /** Runs the task within the step, once for all requests until then. */
  request: () => void
  /** Runs it now instead. */
  runNow: () => void
  cancel: () => void
}

/** Lets `task` run at most once per `stepMs`. */
export function paced(environment: Pick<Environment, 'after'>, stepMs: number, task: () => void): Paced {
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
