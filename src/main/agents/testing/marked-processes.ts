import { readdirSync, readFileSync } from 'node:fs'

/** The live processes with the mark of one of these runs. */
export function processesOf(...runIds: readonly string[]): number[] {
  if (runIds.length === 0) return []
  const marks = runIds.map((runId) => Buffer.from(`\0PARLEY_RUN_ID=${runId}\0`))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => carriesOne(name, marks))
    .map(Number)
}

function carriesOne(pid: string, marks: readonly Buffer[]): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`)
    const whole = Buffer.concat([Buffer.of(0), environment, Buffer.of(0)])
    return marks.some((mark) => whole.includes(mark))
  } catch {
    // The process has exited, or belongs to another user.
    return false
  }
}
