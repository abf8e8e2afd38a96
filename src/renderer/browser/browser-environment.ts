import type { ParleyApi } from '../rpc/parley-api'
import type { Connection, Environment, TextStorage } from './environment'
import { browserNotifications, browserSurroundings } from './system-notifications'

/** Every other frame of a 60 Hz screen: streaming text looks as smooth for half the work. */
const stepMs = 24

/** Frames at least `stepMs` apart; the first after a pause is not delayed. */
export function throttledFrames(
  environment: Pick<Environment, 'now' | 'after' | 'nextFrame'>,
): Environment['nextFrame'] {
  let lastMs = Number.NEGATIVE_INFINITY
  return (callback, { isNext = false } = {}) => {
    const run = () =>
      environment.nextFrame(() => {
        lastMs = environment.now()
        callback()
      })
    // A clock that was set back must not delay frames.
    const waitMs = isNext ? 0 : Math.min(stepMs, lastMs + stepMs - environment.now())
    if (waitMs <= 0) run()
    else environment.after(waitMs, run)
  }
}

/** How long a hidden window, which gets no frames, waits before it shows new content. */
const hiddenFrameMs = 250

/** The environment of a real window. */
export function browserEnvironment(api: ParleyApi, connection: Connection): Environment {
  return {
    api,
    connection,
    storage: lenientStorage(window.localStorage),
    notifications: browserNotifications,
    surroundings: browserSurroundings(),
    nextFrame: throttledFrames({ now: () => performance.now(), after, nextFrame }),
    now: () => Date.now(),
    after,
    onPageChange({ leaving, returned }) {
      // Only a page from the back/forward cache returns; any other is loaded again.
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
    // In Electron, main opens it.
    openWindow: (hash) => void window.open(`${window.location.pathname}${hash}`, '_blank', 'noopener'),
    closeWindow: () => window.close(),
    reloadPage: () => window.location.reload(),
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

/**
 * Storage is a convenience, so an action must not fail because it is full: what it does not take is kept until the page
 * is closed.
 */
export function lenientStorage(storage: Storage): TextStorage {
  const untaken = new Map<string, string>()
  return {
    getItem: (key) => untaken.get(key) ?? storage.getItem(key),
    setItem(key, value) {
      untaken.delete(key)
      try {
        storage.setItem(key, value)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        untaken.set(key, value)
      }
    },
    removeItem(key) {
      untaken.delete(key)
      storage.removeItem(key)
    },
  }
}
