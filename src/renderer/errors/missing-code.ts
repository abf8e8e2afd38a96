/** Failures to fetch code, or styles that belong to it. */
const failures = new WeakSet()

/** Recognizes such failures from now on; `events` is the window, which is notified by every import of a chunk. */
export function watchForMissingCode(events: EventTarget): void {
  events.addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event)) return
    const { payload } = event
    if (payload instanceof Error) failures.add(payload)
  })
}

/** True if the code of what should be shown could not be fetched: browsers do not try that a second time. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && failures.has(error)
}
