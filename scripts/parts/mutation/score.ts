/** Stryker's. */
export type MutantStatus =
  | 'Killed'
  | 'Survived'
  | 'NoCoverage'
  | 'CompileError'
  | 'RuntimeError'
  | 'Timeout'
  | 'Ignored'
  | 'Pending'

/** The outcome for one mutant. */
export interface Outcome {
  file: string
  status: MutantStatus
}

/** Numbers of mutants that were caught and that were not. */
export interface Score {
  killed: number
  timedOut: number
  survived: number
  uncovered: number
}

/** Counts outcomes. Ignores mutants that cannot run or were excluded with a reason. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  const count = (status: MutantStatus) => outcomes.filter((outcome) => outcome.status === status).length
  return {
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
  }
}

/** The share of mutants that a test caught, in percent; null if there are none. */
export function percentOf({ killed, timedOut, survived, uncovered }: Score): number | null {
  const all = killed + timedOut + survived + uncovered
  return all === 0 ? null : (100 * (killed + timedOut)) / all
}

/** One line for each file, then one for the total. */
export function scoreTable(name: string, outcomes: readonly Outcome[]): string {
  const files = [...new Set(outcomes.map(({ file }) => file))].toSorted()
  const rows = files.map((file) => rowOf(file, scoreOf(outcomes.filter((outcome) => outcome.file === file))))
  const header = ['', 'killed', 'timeout', 'survived', 'no coverage', 'score']
  const lines = [header, ...rows, rowOf(name, scoreOf(outcomes))]
  return lines.map(([first = '', ...cells]) => first.padEnd(46) + cells.map(pad).join('')).join('\n')
}

function rowOf(name: string, score: Score): string[] {
  const { killed, timedOut, survived, uncovered } = score
  return [
    name,
    `${killed}`,
    `${timedOut}`,
    `${survived}`,
    `${uncovered}`,
    percentOf(score)?.toFixed(1) ?? '-',
  ]
}

function pad(cell: string): string {
  return cell.padStart(12)
}
