import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { App } from '../composition/create-app'

type ActiveApp = Pick<App, 'activity' | 'onActivity'>

/**
 * Calls `idle` once, when there has been no window and no run for `graceMs`. Never before the first window, which is
 * about to open.
 */
export function endWhenIdle(
  app: ActiveApp,
  options: { graceMs: number; clock: Clock; idle: () => void },
): Dispose {
  let cancelCountdown: Dispose | null = null

  function look(): void {
    const { windows, runs, hadWindow } = app.activity()
    const isIdle = hadWindow && windows === 0 && runs === 0
    if (isIdle) {
      cancelCountdown ??= options.clock.after(options.graceMs, () => {
        unsubscribe()
        options.idle()
      })
    } else {
      cancelCountdown?.()
      cancelCountdown = null
    }
  }

  const unsubscribe = app.onActivity(look)
  look()
  return () => {
    unsubscribe()
    cancelCountdown?.()
  }
}
