import { readdirSync, readFileSync } from 'node:fs'

/** The processes that carry the mark of a run, and have not ended. */
export function processesOf(runId: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => carries(name, `PARLEY_RUN_ID=${runId}`))
    .map(Number)
}

function carries(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
  } catch {
    // It ended meanwhile, or is somebody else's.
    return false
  }
}
