import type { ParleyApi } from '../rpc/parley-api'
import type { Connection, Environment } from './environment'

/** How long a hidden window, which paints nothing, waits before it takes over what has arrived. */
const hiddenFrameMs = 250

/** The real world of the window. */
export function browserEnvironment(api: ParleyApi, connection: Connection): Environment {
  return {
    api,
    connection,
    storage: window.localStorage,
    nextFrame,
    now: () => Date.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

function nextFrame(callback: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, hiddenFrameMs)
}
