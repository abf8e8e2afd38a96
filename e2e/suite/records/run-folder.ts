import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder through which the workers and the reporter of one run communicate, readable only by its owner.
 * The first process that asks, which is the runner, creates it; the processes that it starts find the same
 * one.
 */
export function runFolder(): string {
  process.env['PARLEY_SUITE_RUNNER'] ??= String(process.pid)
  return (process.env['PARLEY_SUITE_RUN'] ??= makeFolder())
}

/**
 * It may contain secrets, so it is removed with its process, which may have read the configuration for
 * another purpose.
 */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-suite-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The process that runs the suite. */
export function runnerPid(): number {
  return Number(process.env['PARLEY_SUITE_RUNNER'] ?? process.pid)
}
