import type { ElectronApplication } from '@playwright/test'

import { killTree } from '../helpers/processes/kill-tree.ts'
import { answerWithin } from '../suite/limits/answer-within.ts'

/** How long the app may take to quit; its own deadline is six seconds. */
const endWithinMs = 10_000
/** How soon a killed process must be gone. */
const goneWithinMs = 5_000

/**
 * Quits the app like a user and waits for its process to end. Playwright's own `close` waits forever, so
 * after `withinMs` the process is killed with everything it started.
 * @throws Error if it had to be killed
 */
export async function closeElectron(
  app: Pick<ElectronApplication, 'close' | 'process'>,
  withinMs = endWithinMs,
): Promise<void> {
  const { pid } = app.process()
  const closed = app.close()
  const described = `the app (process ${pid})`
  try {
    await answerWithin(closed, `${described} had to be killed: it did not quit`, {
      name: 'its end',
      limitMs: withinMs,
    })
  } catch (error) {
    if (pid !== undefined) killTree(pid)
    await answerWithin(closed, `${described} was killed and has not ended`, {
      name: 'its end',
      limitMs: goneWithinMs,
    })
    throw error
  }
}
