import type { TestContext } from 'vitest'

type Skippable = Pick<TestContext, 'skip'>

/** For a test that finds processes, or reads how they are, in `/proc`. */
export const needsProc = needs((system) => system === 'linux', 'it looks into /proc, which only Linux has')

/** For a test of programs that `sh` runs, or of POSIX signals and process groups. */
export const needsPosix = needs(
  (system) => system !== 'win32',
  'Windows has no sh, no POSIX signals and no process groups',
)

/** For a test of who may read a file. */
export const needsFileModes = needs((system) => system !== 'win32', 'Windows keeps no file modes')

/** What is returned skips a test by name on a system that lacks something: in `beforeEach`, or called with a context. */
function needs(isMetOn: (system: NodeJS.Platform) => boolean, reason: string): (context: Skippable) => void {
  return ({ skip }) => skip(!isMetOn(process.platform), reason)
}
