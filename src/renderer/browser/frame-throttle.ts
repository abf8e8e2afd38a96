import type { Environment } from './environment'

/** Every other frame of a usual screen: text that arrives is as smooth so, at half the work. */
const stepMs = 24

/** Frames that are at least `stepMs` apart; the first after a pause comes at once. */
export function pacedFrames(
  environment: Pick<Environment, 'now' | 'after' | 'nextFrame'>,
): (callback: () => void) => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return (callback) => {
    const run = () =>
      environment.nextFrame(() => {
        lastMs = environment.now()
        callback()
      })
    // A clock that was set back must not hold anything up.
    const waitMs = Math.min(stepMs, lastMs + stepMs - environment.now())
    if (waitMs <= 0) run()
    else environment.after(waitMs, run)
  }
}
