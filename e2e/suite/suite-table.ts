import { assertNever } from '../../src/shared/invariant.ts'
import { formatTable } from '../helpers/table.ts'
import { describeTime } from './limits/answer-within.ts'
import type { StartReason, SuiteEvent } from './records/journal.ts'

/** The results of one spec file in the table at the end. */
export interface FileResult {
  file: string
  passed: number
  failed: number
  skipped: number
  durationMs: number
}

/**
 * The table at the end of a run: each file's tests, how often its app was replaced, and its time; the reasons
 * below.
 */
export function formatSuiteTable(files: readonly FileResult[], events: readonly SuiteEvent[]): string {
  const reasons = new Map(files.map(({ file }) => [file, replacementsOf(file, events)]))
  const rows = files.map(({ file, passed, failed, skipped, durationMs }) => [
    file,
    String(passed),
    String(failed),
    String(skipped),
    String(reasons.get(file)?.length ?? 0),
    `${(durationMs / 1000).toFixed(1)} s`,
  ])
  const table = formatTable(['file', 'passed', 'failed', 'skipped', 'app replaced', 'time'], rows)
  const whys = [...reasons].flatMap(([file, each]) => each.map((reason) => `${file}: ${reason}`))
  return whys.length === 0 ? table : [table, '', 'apps replaced:', ...whys].join('\n')
}

/** The announcement of a started app; null if it only follows from the next file. */
export function announcementOf(event: Extract<SuiteEvent, { type: 'app-started' }>): string | null {
  const { file, test, reason } = event
  switch (reason.kind) {
    case 'first':
      return null
    case 'next-file':
      return reason.breakage === null
        ? null
        : `${file} starts in a fresh app: ${reason.fileBefore} left it degraded (${reason.breakage.summary})`
    case 'degraded':
      return `"${test}" of ${file} starts in a fresh app: the one before was degraded (${reason.breakage.summary})`
    case 'other-options':
      return `"${test}" of ${file} starts in a fresh app: it needs an app with other options than the test before`
    case 'new-worker':
      return `"${test}" of ${file} starts in a fresh app: ${whyNewWorker(reason)}`
    default:
      return assertNever(reason)
  }
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

function replacementsOf(file: string, events: readonly SuiteEvent[]): string[] {
  return events
    .filter((event) => event.type === 'app-started' && event.file === file)
    .flatMap((event) => {
      if (event.type !== 'app-started' || event.reason.kind === 'first') return []
      const { reason } = event
      if (reason.kind === 'next-file') {
        return reason.breakage === null
          ? []
          : [`${reason.fileBefore} left the app degraded: ${reason.breakage.summary}`]
      }
      if (reason.kind === 'degraded') return [`degraded before "${event.test}": ${reason.breakage.summary}`]
      if (reason.kind === 'other-options')
        return [`before "${event.test}": it needs an app with other options`]
      return [`before "${event.test}": ${whyNewWorker(reason)}`]
    })
}

function whyNewWorker({ failedTest, breakage }: Extract<StartReason, { kind: 'new-worker' }>): string {
  const state = breakage === null ? '' : `, and the app was left degraded (${breakage.summary})`
  // Happens in each round of --repeat-each.
  if (failedTest === null) return `Playwright started a new worker${state}`
  return `Playwright started a new worker because "${failedTest}" failed${state}`
}
