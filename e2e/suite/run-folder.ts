import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder in which the workers and the reporter of one run of the suite leave word for each other; for its owner
 * only. The process that asks first, which is the runner, makes it, and every process that it starts finds the same.
 */
export function runFolder(): string {
  process.env['PARLEY_SUITE_RUNNER'] ??= String(process.pid)
  return (process.env['PARLEY_SUITE_RUN'] ??= makeFolder())
}

/** It may hold secrets, and goes with its process, which may have read the configuration for another purpose. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-suite-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The process that runs the suite. */
export function runnerPid(): number {
  return Number(process.env['PARLEY_SUITE_RUNNER'] ?? process.pid)
}
