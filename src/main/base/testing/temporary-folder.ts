import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

/** Makes an empty folder and removes it, with its contents, after the running test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  // On Windows, a folder stays until the last of its files is closed.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The real path of a new temporary folder, which macOS and Windows name by a link or a short name. */
export function realTemporaryFolder(): string {
  return realpathSync.native(temporaryFolder())
}
