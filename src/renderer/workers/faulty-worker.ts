import { reportUncaughtErrors } from './uncaught'

reportUncaughtErrors()

/** Fails as requested, for `test.throwLater`. */
addEventListener('message', (event: MessageEvent<{ afterMs: number; as: 'throw' | 'reject' }>) => {
  const { afterMs, as } = event.data
  setTimeout(() => {
    const error = new Error('thrown in a worker by test.throwLater')
    if (as === 'throw') throw error
    void Promise.reject(error)
  }, afterMs)
})
