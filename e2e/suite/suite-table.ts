import { formatTable } from '../helpers/table.ts'
import { describeTime } from './limits/answer-within.ts'
import type { SuiteEvent } from './records/journal.ts'

/** The results of one spec file in the table at the end. */
export interface FileResult {
  file: string
  passed: number
  failed: number
  skipped: number
  durationMs: number
}

/** The table at the end of a run: each file's tests, how often its app was replaced, and its time; the reasons below. */
export function formatSuiteTable(files: readonly FileResult[], events: readonly SuiteEvent[]): string {
  const replaced = events.flatMap((event) =>
    event.type === 'app-started' && event.why !== null ? [{ file: event.file, why: event.why }] : [],
  )
  const rows = files.map(({ file, passed, failed, skipped, durationMs }) => [
    file,
    String(passed),
    String(failed),
    String(skipped),
    String(replaced.filter((each) => each.file === file).length),
    `${(durationMs / 1000).toFixed(1)} s`,
  ])
  const table = formatTable(['file', 'passed', 'failed', 'skipped', 'app replaced', 'time'], rows)
  const whys = replaced.map(({ why }) => why)
  return whys.length === 0 ? table : [table, '', 'apps replaced:', ...whys].join('\n')
}

/** The message about an extended limit. */
export function describeExtension({
  file,
  test,
  extension: { limit, limitMs, spent },
}: Extract<SuiteEvent, { type: 'limit-extended' }>): string {
  return `"${test}" of ${file}: the limit of ${limitMs} ms for ${limit} was extended to ${describeTime(spent)}`
}

/** How often limits were extended and by how much, in one line; null if none was. */
export function sumOfExtensions(events: readonly SuiteEvent[]): string | null {
  const byMs = events
    .flatMap((event) => (event.type === 'limit-extended' ? [event.extension] : []))
    .map(({ limitMs, spent }) => Math.round(spent.elapsedMs - limitMs))
    .toSorted((left, right) => left - right)
  const times = byMs.length === 1 ? '1 limit was' : `${byMs.length} limits were`
  const [least, most] = [byMs[0], byMs.at(-1)]
  if (least === undefined) return null
  return `${times} extended because the machine was busy, by ${least === most ? least : `${least} to ${most}`} ms`
}
