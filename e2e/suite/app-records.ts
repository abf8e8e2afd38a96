import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { livingStatusOf } from '../helpers/linux-processes.ts'
import { runnerPid } from './run-folder.ts'

const projectFolder = join(import.meta.dirname, '../../test-results/apps')

/** Written down while an app of the suite lives, so that one that outlives its suite is found. */
export interface AppRecord {
  pid: number
  /** When that process began, as the system tells it: the number alone may be another's by now. */
  began: string | null
  /** The process that runs the suite. */
  runnerPid: number
  runnerBegan: string | null
  /** The spec file that the app was started for. */
  file: string
  dataFolder: string | null
  startedAt: number
}

/** An app that an earlier run of the suite did not end, or could not say that it had. */
export interface Leftover {
  record: AppRecord
  ageMs: number
  isAlive: boolean
}

/** Keeps the record until the returned function is called, when the app has ended. */
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
  // Under its name it is there as a whole: another run of the suite may look at any moment.
  writeFileSync(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${path}.new`, path)
  return () => rmSync(path, { force: true })
}

/**
 * What earlier runs left. The record of a process that is gone is removed, the one of a living process stays: this
 * run did not start it and does not end it. Apps of a run that still goes on are none of ours.
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
    // Its app has ended meanwhile; or it is not one of the suite's own.
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

/** When the process began, in whatever way the system tells it; null when there is none. */
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
