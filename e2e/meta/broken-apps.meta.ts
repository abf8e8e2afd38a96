// Runs the suite on an app that is broken on purpose in every possible way, and reads what it prints.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { inMs } from '../helpers/figures.ts'
import { formatTable } from '../helpers/table.ts'
import { expectInTime, type Delay } from './delay.ts'
import { plantLeftovers, setUpObstacles, withObstacles } from './obstacles.ts'
import { runSuite, type SuiteRun, type TestOutcome } from './suite-run.ts'

const resultsFolder = join(import.meta.dirname, '../../test-results/meta')
const shutRuns = 'runs: Error: the run manager was shut by test.shutRuns'
const degraded = 'this test did not start: the app was already degraded'
const breaks = 'has no failing assertion while the app breaks'
const independent = 'is independent of the test before'
const stackLine = /^\s+at .+:\d+:\d+\)?$/m

const { obstacles, remove } = await setUpObstacles()
const leftovers = plantLeftovers()
const delays: { file: string; delay: Delay }[] = []
let run: SuiteRun

beforeAll(async () => {
  run = await runSuite([], withObstacles(obstacles))
  writeFileSync(join(resultsFolder, 'output.log'), printed().join('\n'))
})

afterAll(async () => {
  leftovers.remove()
  await remove()
  const rows = delays.map(({ file, delay }) => [file, inMs(delay.reportedAfterMs), inMs(delay.grantedMs)])
  console.log(formatTable(['fault of', 'reported after', 'granted'], rows))
})

const silentWindow = 'check window is failing: 1 of 1 attached windows did not answer within 500 ms'

/**
 * The original error, as the suite must show it, and the part of its trace that must be there, if it has one. With
 * `orError`, a slow machine may notice that instead.
 */
const faults: { file: string; error: string; orError?: string; trace?: RegExp }[] = [
  { file: '01-freeze-main', error: 'main did not answer within 600 ms' },
  {
    file: '01-throw-in-render',
    error: 'window:render: Error: thrown in render by test.throwInRender',
    // The trace is followed by a React component stack.
    trace: /^\s+at .+:\d+:\d+\)?$[\s\S]+^\s*in\n\s+at /m,
  },
  {
    file: '02-throw-in-main',
    error: 'uncaughtException: Error: thrown in main by test.throwLater',
    trace: stackLine,
  },
  {
    file: '03-reject-in-window',
    error: 'window:unhandledrejection: Error: thrown in the window by test.throwLater',
    trace: stackLine,
  },
  {
    file: '04-throw-in-worker',
    error: 'window:worker: Error: thrown in a worker by test.throwLater',
    trace: stackLine,
  },
  {
    file: '06-freeze-window',
    error: silentWindow,
  },
  {
    file: '07-kill-renderer',
    error: 'check window is failing: the last window disconnected unexpectedly and did not reconnect',
    // The browser may take longer to close the connections of a process that is gone.
    orError: silentWindow,
  },
  {
    file: '10-store-damaged',
    error: 'check store is failing: ParleyError: The file with your chats is damaged.',
    trace: /caused by: SqliteError: database disk image is malformed\n\s+at /,
  },
  {
    file: '11-drop-wire',
    error: 'check window is failing: the last window disconnected unexpectedly and did not reconnect',
  },
]

test.each(faults)(
  '$file: reports the fault within a second and in full, fails its test, and gives the next test and file fresh apps',
  ({ file, error, orError, trace }) => {
    const isOther = orError !== undefined && testOf(file, breaks).errors.includes(orError)
    const shown = isOther ? orError : error
    expectReported(file, shown, trace)
    expectRefused(testOf(file, breaks), [shown, 'the app broke during this test'])
    expectPassed(testOf(file, independent))
    expectFresh(file, independent, appOf(file, breaks))
    expectFreshNextFile(file, breaks)
  },
)

test('05-throw-late: reports a fault after the last test of a file to the next file, and fails the run', () => {
  const file = '05-throw-late'
  const error = 'uncaughtException: Error: thrown in main by test.throwLater'
  expectReported(file, error, stackLine)
  expect(fileAfter(file)).not.toBe('')
  expectFreshNextFile(file, 'passes before the app breaks')
  expect(printed()).toContain(
    `[suite] meta/specs/${fileAfter(file)}.spec.ts starts in a fresh app: meta/specs/${file}.spec.ts left it degraded (${error})`,
  )
  expect(printed()).toContain('  The run failed: the app broke 2 time(s) without failing a test.')
})

test('12-builds-on: refuses tests that build on a broken app at once, with the first error and its trace', () => {
  const file = '12-builds-on'
  expectRefused(testOf(file, breaks), [shutRuns, 'the app broke during this test'])
  for (const title of ['builds on the test before', 'builds on the tests before']) {
    expectRefused(testOf(file, title), [degraded, shutRuns])
    expect(testOf(file, title).errors).toMatch(stackLine)
    expect(run.words).not.toContainEqual(expect.objectContaining({ word: 'app', file, test: title }))
  }
  expectReported(file, shutRuns, stackLine)
  expectFreshNextFile(file, breaks)
})

test('13-shut-between: gives a test a fresh app if the one before broke between two tests, and says so', () => {
  const file = '13-shut-between'
  expectReported(file, shutRuns)
  expect(printed()).toContain(
    `[suite] "${independent}" of meta/specs/${file}.spec.ts starts in a fresh app: the one before was degraded (${shutRuns})`,
  )
  for (const title of ['passes', independent]) expectPassed(testOf(file, title))
  expectFresh(file, independent, appOf(file, 'passes'))
})

test.each([
  'a briefly cut wire reconnects',
  'a clock jump does not affect durations',
  'the suite waits for a window that its test keeps busy',
])('13-no-faults: reports nothing and keeps the app: %s', (title) => {
  const file = '13-no-faults'
  expectPassed(testOf(file, title))
  expect(appOf(file, 'runs in the same app').bootId).toBe(appOf(file, 'starts in a healthy app').bootId)
  const reports = printed().filter((text) => text.startsWith('[suite] ') && text.includes('broke'))
  expect(reports.filter((text) => text.includes(`${file}.spec.ts`))).toEqual([])
})

test.each([
  {
    file: '00-exits',
    says: [
      'ended with code 1',
      'STORE_DAMAGED: A newer version of Parley, or an earlier development build, wrote this data folder',
    ],
  },
  {
    file: '00-port-held',
    says: [
      `Another program is using port ${obstacles.heldPort}.`,
      `Port ${obstacles.heldPort} is held by process ${process.pid}: `,
    ],
  },
  {
    file: '00-folder-held',
    says: ['DATA_FOLDER_IN_USE', `The data folder is held by process ${obstacles.folderHolderPid}: `],
  },
  {
    file: '00-folder-unwritable',
    says: [`Parley cannot write to the data folder ${obstacles.unwritableFolder}`],
  },
])('$file: fails all tests of a file whose app cannot start, after one attempt, and says why', (expected) => {
  const { file, says } = expected
  for (const title of ['gets no app', 'gets no app either'])
    expectRefused(testOf(file, title), ['this test did not start', ...says])
  const lines = run.lines.filter(({ text }) =>
    text.startsWith(`[suite] meta/specs/${file}.spec.ts gets no app`),
  )
  expect(lines).toHaveLength(1)
  expectInTime(noteDelay(file, lines[0]?.atMs))
})

describe('evidence', () => {
  const expectedFiles = [
    'trace.zip',
    'window-1.png',
    'window-1.html',
    'main.log',
    'window.log',
    'health.json',
    'open-streams-and-runs.json',
  ].map((name) => expect.stringMatching(new RegExp(`${name.replace('.', String.raw`\.`)}$`)))

  test('of a failed test is complete, and a secret is in none of it', () => {
    const { plantedKey, plainMarker } = obstacles
    const files = filesOf('00-evidence')
    expect(files).toEqual(expect.arrayContaining(expectedFiles))
    const texts = files.flatMap(textsIn)
    expect(texts.filter(({ text }) => text.includes(plantedKey)).map(({ where }) => where)).toEqual([])
    expect(printed().join('\n')).not.toContain(plantedKey)
    expect(printed()).toContain('the test says [redacted] too')
    // Shows that the search covers the right places: it finds this marker in each of them.
    for (const name of ['trace.zip', 'window-1.html', 'window.log', 'main.log', 'health.json']) {
      const own = texts.filter(({ where }) => where.includes(name)).map(({ text }) => text)
      expect(own.join('\n'), name).toContain(plainMarker)
    }
  })

  test('is kept for a test that fails only by an error in its window, and the next one says why it did not start', () => {
    const file = '00-complains'
    const complaint = 'error in the window: console: an unexpected error'
    const { errors } = testOf(file, 'has no failing assertion while its window reports an error')
    expect(errors.split(complaint)).toHaveLength(2)
    expect(filesOf(`${file}-has`)).toEqual(expect.arrayContaining(expectedFiles))
    expectRefused(testOf(file, 'builds on the test before'), [
      'this test did not start: it builds on',
      complaint,
    ])
  })
})

test('names the processes that an earlier run left, with their age, and leaves a living one alone', () => {
  const { living, dying } = leftovers
  const lines = printed().filter((text) => text.startsWith('[suite] an earlier run left process'))
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        new RegExp(`process ${living.pid}, .*, started \\d+ min ago: it is still running`),
      ),
      expect.stringMatching(new RegExp(`process ${dying.pid}, .*, started \\d+ min ago: it has ended`)),
    ]),
  )
  expect(living.exitCode ?? living.signalCode).toBeNull()
})

function printed(): string[] {
  return run.lines.map(({ text }) => text)
}

function testOf(file: string, title: string): TestOutcome {
  const found = run.tests.find((each) => each.file === file && each.title === title)
  if (found === undefined) throw new Error(`"${title}" of ${file} was not run`)
  return found
}

function appOf(file: string, title: string): { pid: number; bootId: string } {
  for (const word of run.words)
    if (word.word === 'app' && word.file === file && word.test === title) return word
  throw new Error(`"${title}" of ${file} did not report its app`)
}

/** The next file of the same slot, which is never one in which no app starts, because those come first. */
function fileAfter(file: string): string {
  const slot = run.tests.find((each) => each.file === file)?.slot
  const files = [...new Set(run.tests.filter((each) => each.slot === slot).map((each) => each.file))]
  return files[files.indexOf(file) + 1] ?? ''
}

function expectPassed({ hasPassed, errors }: TestOutcome): void {
  expect(hasPassed, errors).toBe(true)
}

function expectRefused({ hasPassed, errors }: TestOutcome, texts: readonly string[]): void {
  expect(hasPassed).toBe(false)
  for (const text of texts) expect(errors).toContain(text)
}

/** Expects that the suite printed the error within a second, with its trace. */
function expectReported(file: string, error: string, trace?: RegExp): void {
  const lines = run.lines
  const start = lines.findIndex(
    ({ text }, index) =>
      text.startsWith(`[suite] the app of meta/specs/${file}.spec.ts `) &&
      lines.slice(index, index + 3).some((line) => line.text.includes(error)),
  )
  expect(start, `"${error}" was not reported`).not.toBe(-1)
  const length = lines.slice(start + 1).findIndex(({ text }) => !text.startsWith('        '))
  const report = lines.slice(start, length === -1 ? undefined : start + 1 + length)
  expectInTime(noteDelay(file, report.at(-1)?.atMs))
  if (trace !== undefined)
    expect(report.map(({ text }) => text.replace(/^ {8}/, '')).join('\n')).toMatch(trace)
}

/** The time from a fault to a line of output, which is also printed at the end. */
function noteDelay(file: string, atMs = Number.NaN): Delay {
  const strike = run.words.find((word) => word.word === 'strike' && word.file === file)
  const delay = {
    reportedAfterMs: atMs - (strike?.word === 'strike' ? strike.atMs : Number.NaN),
    grantedMs: run.timelines.get(file)?.until(atMs) ?? Number.NaN,
  }
  delays.push({ file, delay })
  return delay
}

/** Expects that a test had another process and boot than `before`. */
function expectFresh(file: string, title: string, before: { pid: number; bootId: string }): void {
  const { pid, bootId } = appOf(file, title)
  expect(pid).not.toBe(before.pid)
  expect(bootId).not.toBe(before.bootId)
}

/**
 * Expects that the first test of the next file of the same slot got a fresh app, which only a healthy one can be. Which
 * file is the last of its slot varies.
 */
function expectFreshNextFile(file: string, lastTest: string): void {
  const next = run.tests.find((each) => each.file === fileAfter(file))
  if (next === undefined) return
  expect(next.errors).not.toContain('this test did not start')
  expectFresh(next.file, next.title, appOf(file, lastTest))
}

/** The files that the first failed test of a spec file left. */
function filesOf(begin: string): string[] {
  const folder = readdirSync(resultsFolder).find((name) => name.startsWith(begin))
  if (folder === undefined) return []
  return readdirSync(join(resultsFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function textsIn(path: string): { where: string; text: string }[] {
  const bytes = readFileSync(path)
  if (!path.endsWith('.zip')) return [{ where: path, text: bytes.toString('utf8') }]
  return Object.entries(unzipSync(bytes)).map(([name, entry]) => ({
    where: `${path}: ${name}`,
    text: strFromU8(entry),
  }))
}
