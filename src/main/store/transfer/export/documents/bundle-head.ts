import { systemClock } from '../../../../base/clock'
import { bundleFile, type ParleyBundle } from '../../parley-format/parley-bundle'

/** The beginning of a file that people give to each other: its votes are those of its sender. */
export function bundleHead(): string {
  const head: ParleyBundle = {
    format: bundleFile.format,
    version: bundleFile.version,
    exportedAt: systemClock.now(),
  }
  return JSON.stringify(head)
}
