import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { GrantedTimeline } from '../suite/limits/granted-timeline.ts'
import { type MetaWord, readWord } from './words.ts'

const projectFolder = join(import.meta.dirname, '../..')

/** One line that the suite printed, and when. */
export interface SaidLine {
  text: string
  atMs: number
}

/** A test in Playwright's own JSON report. */
export interface TestOutcome {
  file: string
  title: string
  hasPassed: boolean
  errors: string
  /** Which of the two parallel slots ran it; a slot outlives its process. */
  slot: number
  startedAtMs: number
}

/** One whole run of the suite, as observed from outside. */
export interface SuiteRun {
  exitCode: number | null
  lines: SaidLine[]
  words: MetaWord[]
  /** In the order in which they began. */
  tests: TestOutcome[]
  /** The time granted since each fault, by the spec that caused it. */
  timelines: Map<string, GrantedTimeline>
}

/** Runs Playwright on these spec files of the meta-suite and records when each line of its output is printed. */
export async function runSuite(files: readonly string[], environment: NodeJS.ProcessEnv): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-meta-'))
  const report = join(folder, 'report.json')
  try {
    const child = spawn(
      process.execPath,
      [
        join(projectFolder, 'node_modules/@playwright/test/cli.js'),
        'test',
        '--config=e2e/meta/playwright.config.ts',
        `--reporter=${join(projectFolder, 'e2e/suite/suite-reporter.ts')},json`,
        ...files,
      ],
      {
        cwd: projectFolder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...suiteEnvironment(environment), PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: '0' },
      },
    )
    const words: MetaWord[] = []
    const timelines = new Map<string, GrantedTimeline>()
    const lines = collectLines(child.stdout, (text) => {
      const word = readWord(text)
      if (word === null) return
      words.push(word)
      if (word.word === 'strike' && !timelines.has(word.file)) {
        timelines.set(word.file, new GrantedTimeline([word.workerPid], word.atMs))
      }
    })
    const errors = collectLines(child.stderr)
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    for (const timeline of timelines.values()) timeline.stop()
    const all = [...lines, ...errors]
    if (!existsSync(report)) {
      throw new Error(`Playwright wrote no report:\n${all.map(({ text }) => text).join('\n')}`)
    }
    return { exitCode, lines: all, words, tests: readReport(report), timelines }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The environment for a separate run of the suite, which neither shares this run’s folder nor counts as a run of Vitest. */
export function suiteEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = ['PARLEY_SUITE_RUN', 'PARLEY_SUITE_RUNNER', 'VITEST', 'NODE_ENV', 'MODE', 'DEV', 'PROD', 'SSR']
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.includes(name)))
}

function collectLines(stream: NodeJS.ReadableStream, onLine: (text: string) => void = () => {}): SaidLine[] {
  const lines: SaidLine[] = []
  let rest = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const atMs = Date.now()
    const complete = (rest + chunk).split('\n')
    rest = complete.pop() ?? ''
    for (const text of complete) {
      lines.push({ text, atMs })
      onLine(text)
    }
  })
  return lines
}

interface ReportedResult {
  errors: { message?: string; stack?: string }[]
  parallelIndex: number
  startTime: string
}

interface ReportedSuite {
  suites?: ReportedSuite[]
  specs?: { title: string; tests: { status: string; results: ReportedResult[] }[] }[]
}

/** Reads the file of a test from its outermost suite, because most tests of the meta-suite are declared by a helper. */
function readReport(path: string): TestOutcome[] {
  const { suites } = JSON.parse(readFileSync(path, 'utf8')) as {
    suites: (ReportedSuite & { file: string })[]
  }
  return suites
    .flatMap((suite) => outcomesOf(suite, basename(suite.file, '.spec.ts')))
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs)
}

function outcomesOf(suite: ReportedSuite, file: string): TestOutcome[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      file,
      title,
      hasPassed: status === 'expected',
      errors: results
        .flatMap(({ errors }) => errors.map(({ message, stack }) => stack ?? message ?? ''))
        .join('\n'),
      slot: results[0]?.parallelIndex ?? Number.NaN,
      startedAtMs: Date.parse(results[0]?.startTime ?? ''),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => outcomesOf(inner, file))]
}
