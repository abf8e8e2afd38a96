import type { Environment } from './environment'

/** Every other frame of a 60 Hz screen: streaming text looks as smooth for half the work. */
const stepMs = 24

/** Frames at least `stepMs` apart; the first after a pause is not delayed. */
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
    // A clock that was set back must not delay frames.
    const waitMs = Math.min(stepMs, lastMs + stepMs - environment.now())
    if (waitMs <= 0) run()
    else environment.after(waitMs, run)
  }
}
