import { stripVTControlCharacters } from 'node:util'

/** A unit test file or a live test, and how long it took. */
export interface TimedTest {
  name: string
  durationMs: number
}

/** Durations and extended limits in the output of `npm test`. */
export interface TestOutput {
  unitFiles: TimedTest[]
  liveTests: TimedTest[]
  /** Limits that lasted longer than their nominal time, and by how much. */
  extensions: { limit: string; byMs: number }[]
  /** The last line. */
  sum: string | null
}

/** Reads the lines of Vitest, of the live suite and of `npm test` itself. */
export function readTestOutput(text: string): TestOutput {
  const output: TestOutput = { unitFiles: [], liveTests: [], extensions: [], sum: null }
  for (const line of stripVTControlCharacters(text).split('\n')) {
    const unit = /^ +[✓❯] +(?:\|?\w+\|? +)?(?<name>\S+\.test\.tsx?) .*?(?<ms>\d+)ms$/.exec(line)?.groups
    const live = /^ {2}(?:ok {2}|FAIL) {2}(?<name>.+ › .+) \((?<seconds>[\d.]+) s\)$/.exec(line)?.groups
    const extended =
      /^\[suite\] .*: the limit of (?<limitMs>\d+) ms for (?<limit>.+) was extended to (?<ms>\d+) ms/.exec(
        line,
      )?.groups
    if (unit !== undefined) {
      output.unitFiles.push({ name: unit['name'] ?? '', durationMs: Number(unit['ms']) })
    } else if (live !== undefined) {
      output.liveTests.push({ name: live['name'] ?? '', durationMs: Number(live['seconds']) * 1_000 })
    } else if (extended !== undefined) {
      const byMs = Number(extended['ms']) - Number(extended['limitMs'])
      output.extensions.push({ limit: extended['limit'] ?? '', byMs })
    } else if (/^\d+ passed, \d+ failed/.test(line)) output.sum = line
  }
  return output
}
