import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestContext } from 'vitest'

type Skippable = Pick<TestContext, 'skip'>

/** For a test that finds or inspects processes through `/proc`. */
export const needsProc = needs((system) => system === 'linux', 'it reads /proc, which exists only on Linux')

/** For a test that runs programs with `sh`, or uses POSIX signals, process groups, devices or sockets in a folder. */
export const needsPosix = needs(
  (system) => system !== 'win32',
  'Windows has no sh, no POSIX signals, no process groups, and no devices or sockets in folders',
)

/** For a test that adds a certificate to the store of the system. */
export const needsCertificateFile = needs(
  (system) => system === 'linux',
  'only on Linux is the certificate store of the system a file that a variable can name',
)

/** For a test of the shell of Windows. */
export const needsWindows = needs((system) => system === 'win32', 'only Windows has cmd.exe')

/** For a test of file permissions. */
export const needsFileModes = needs((system) => system !== 'win32', 'Windows has no file modes')

/** For a test that makes symbolic links: on Windows, only administrators and accounts in developer mode may. */
export const needsLinks = needs(canLink, 'this account may not create symbolic links')

function canLink(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'parley-links-'))
  const link = join(folder, 'link')
  try {
    symlinkSync('target', link)
    return readlinkSync(link) === 'target'
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a function that skips a test, with the reason, on a system that lacks something: use it in `beforeEach` or
 * call it with a context.
 */
function needs(isMetOn: (system: NodeJS.Platform) => boolean, reason: string): (context: Skippable) => void {
  return ({ skip }) => skip(!isMetOn(process.platform), reason)
}
