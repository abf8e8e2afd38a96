import type { TestContext } from 'vitest'

type Skippable = Pick<TestContext, 'skip'>

/** For a test that finds or inspects processes through `/proc`. */
export const needsProc = needs((system) => system === 'linux', 'it reads /proc, which exists only on Linux')

/** For a test that runs programs with `sh`, or uses POSIX signals or process groups. */
export const needsPosix = needs(
  (system) => system !== 'win32',
  'Windows has no sh, no POSIX signals and no process groups',
)

/** For a test of file permissions. */
export const needsFileModes = needs((system) => system !== 'win32', 'Windows has no file modes')

/**
 * Returns a function that skips a test, with the reason, on a system that lacks something: use it in `beforeEach` or
 * call it with a context.
 */
function needs(isMetOn: (system: NodeJS.Platform) => boolean, reason: string): (context: Skippable) => void {
  return ({ skip }) => skip(!isMetOn(process.platform), reason)
}
