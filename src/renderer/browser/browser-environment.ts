import type { ParleyApi } from '../rpc/parley-api'
import type { Connection, Environment, TextStorage } from './environment'
import { browserNotifications, browserSurroundings } from './system-notifications'
import { pacedFrames } from './frame-throttle'

/** How long a hidden window, which paints nothing, waits before it takes over what has arrived. */
const hiddenFrameMs = 250

/** The real world of the window. */
export function browserEnvironment(api: ParleyApi, connection: Connection): Environment {
  return {
    api,
    connection,
    storage: lenientStorage(window.localStorage),
    notifications: browserNotifications,
    surroundings: browserSurroundings(),
    nextFrame: pacedFrames({ now: () => performance.now(), after, nextFrame }),
    now: () => Date.now(),
    after,
    onPageChange({ leaving, returned }) {
      // Only a page that was kept in memory comes back; any other one is built anew.
      const shown = (event: PageTransitionEvent) => {
        if (event.persisted) returned()
      }
      window.addEventListener('pagehide', leaving)
      window.addEventListener('pageshow', shown)
      return () => {
        window.removeEventListener('pagehide', leaving)
        window.removeEventListener('pageshow', shown)
      }
    },
    askBeforeLeaving(wouldLose) {
      window.addEventListener('beforeunload', (event) => {
        if (wouldLose()) event.preventDefault()
      })
    },
    reloadPage: () => window.location.reload(),
  }
}

/** What is kept between reloads is comfort: a storage without room must not break what was done before keeping it. */
function lenientStorage(storage: Storage): TextStorage {
  return {
    getItem: (key) => storage.getItem(key),
    setItem(key, value) {
      try {
        storage.setItem(key, value)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
      }
    },
    removeItem: (key) => storage.removeItem(key),
  }
}

function after(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
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
