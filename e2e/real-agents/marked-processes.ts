import { readdirSync, readFileSync } from 'node:fs'

/** The processes that carry the mark of some run of Parley's and live in this home, with their command lines. */
export function markedProcesses(home: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      const isMarked = environment.some((entry) => entry.startsWith('PARLEY_RUN_ID='))
      if (!isMarked || !environment.includes(`HOME=${home}`)) return []
      const isDead = / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/s, ''))
      return isDead
        ? []
        : [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`]
    } catch {
      // It ended while it was looked at.
      return []
    }
  })
}
