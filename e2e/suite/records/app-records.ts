import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { livingStatusOf } from '../../helpers/processes/linux-processes.ts'
import { runnerPid } from './run-folder.ts'

const projectFolder = join(import.meta.dirname, '../../../test-results/apps')

/** Stored while an app of the suite is running, so that it is found if it outlives the suite. */
export interface AppRecord {
  pid: number
  /** When the process started, as reported by the system; the id alone may have been reused. */
  began: string | null
  /** The process that runs the suite. */
  runnerPid: number
  runnerBegan: string | null
  /** The spec file for which the app was started. */
  file: string
  dataFolder: string | null
  startedAt: number
}

/** An app that an earlier run of the suite did not close, or did not record as closed. */
export interface Leftover {
  record: AppRecord
  ageMs: number
  isAlive: boolean
}

/** Stores a record until the returned function is called, when the app has exited. */
export function recordApp(
  app: { pid: number; file: string; dataFolder: string | null },
  folder = projectFolder,
): () => void {
  const runner = runnerPid()
  const record: AppRecord = {
    ...app,
    began: beganOf(app.pid),
    runnerPid: runner,
    runnerBegan: beganOf(runner),
    startedAt: Date.now(),
  }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${app.pid}.json`)
  // The rename makes the record appear complete, because another run may read it at any moment.
  writeFileSync(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${path}.new`, path)
  return () => rmSync(path, { force: true })
}

/**
 * Finds what earlier runs left behind. The record of a dead process is removed; that of a live one stays, because
 * this run did not start the process and does not end it. Skips the apps of runs in progress.
 */
export function findLeftovers({ now = Date.now(), folder = projectFolder } = {}): Leftover[] {
  const leftovers: Leftover[] = []
  for (const name of namesIn(folder)) {
    const record = readRecord(join(folder, name))
    if (record === null || isSame(record.runnerPid, record.runnerBegan)) continue
    const isAlive = isSame(record.pid, record.began)
    leftovers.push({ record, ageMs: now - record.startedAt, isAlive })
    if (!isAlive) rmSync(join(folder, name), { force: true })
  }
  return leftovers
}

function readRecord(path: string): AppRecord | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as AppRecord
  } catch {
    // Its app has just ended, or it is not a record of the suite.
    return null
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => name.endsWith('.json'))
  } catch {
    // No app was ever recorded here.
    return []
  }
}

function isSame(pid: number, began: string | null): boolean {
  const now = beganOf(pid)
  return now !== null && now === began
}

/** When the process started, in the system's own format; null if it does not exist. */
function beganOf(pid: number): string | null {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    }
    return livingStatusOf(pid)?.startedAt ?? null
  } catch {
    // No such process.
    return null
  }
}
