import { type FSWatcher, rmSync, watch, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'

import { choosesWholeFiles, listedWithoutTest } from '../not-run-here.ts'
import { assertNever } from '../../src/shared/invariant.ts'
import { findLeftovers, type Leftover } from './records/app-records.ts'
import { Journal, type SuiteEvent } from './records/journal.ts'
import { redactFile } from './records/redact-files.ts'
import { runFolder } from './records/run-folder.ts'
import { Secrets } from './records/secrets.ts'
import { scaledTimeout } from './limits/slowness.ts'
import { describeExtension, type FileResult, formatSuiteTable, sumOfExtensions } from './suite-table.ts'

/**
 * The suite's own output: each test as it ends, a broken app as soon as it is found, why a file or a test got
 * a fresh app, and a table at the end. Secrets are removed here from what failed tests leave, before anyone
 * sees it.
 */
export default class SuiteReporter implements Reporter {
  readonly #folder = runFolder()
  readonly #journal = new Journal(this.#folder)
  readonly #secrets = new Secrets(this.#folder)
  readonly #files = new Map<string, FileResult>()
  readonly #failed: string[] = []
  #reported = 0
  readonly #brokeDuring = new Set<string>()
  #brokeUnnoticed = 0
  readonly #skippedSilently: string[] = []
  #listedWithoutTest: string[] = []
  #watcher: FSWatcher | null = null
  #startedMs = performance.now()

  printsToStdio(): boolean {
    return true
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#startedMs = performance.now()
    if (process.argv.includes('--list')) {
      for (const test of suite.allTests()) this.#print(`  ${nameOf(test)}`)
      return
    }
    this.#listedWithoutTest = choosesWholeFiles(process.argv) ? listedWithoutTest(specTests(suite)) : []
    // The file must exist to be watched.
    writeFileSync(this.#journal.path, '', { flag: 'a', mode: 0o600 })
    this.#watcher = watch(this.#journal.path, () => this.#tellNews())
    for (const leftover of findLeftovers()) this.#say(describeLeftover(leftover))
    const count = suite.allTests().length
    this.#print(
      `Running ${count} tests with ${config.workers} ${config.workers === 1 ? 'worker' : 'workers'}${describeScale()}`,
    )
  }

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(this.#secrets.redact(String(chunk)))
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(this.#secrets.redact(String(chunk)))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#tellNews()
    for (const { path, contentType } of result.attachments) {
      if (path !== undefined) this.#redact(path, contentType)
    }
    const isFailed = test.outcome() === 'unexpected' || test.outcome() === 'flaky'
    // A test that is expected to fail must not hide that the app broke.
    if (this.#brokeDuring.delete(nameOf(test)) && !isFailed) this.#brokeUnnoticed += 1
    this.#count(test, result, isFailed)
    if (isSkippedSilently(test)) this.#skippedSilently.push(nameOf(test))
    const mark = isFailed ? 'FAIL' : test.outcome() === 'skipped' ? 'skip' : 'ok  '
    const seconds = (result.duration / 1000).toFixed(1)
    this.#print(`  ${mark}  ${nameOf(test)} (${seconds} s)`)
    if (!isFailed) return
    this.#failed.push(nameOf(test))
    for (const error of result.errors.toSorted(breakageFirst)) this.#print(indent(textOf(error)))
    for (const { name, path } of result.attachments) {
      if (path !== undefined) this.#print(`        ${name}: ${relative(process.cwd(), path)}`)
    }
  }

  onError(error: TestError): void {
    this.#failed.push('outside of any test')
    this.#print(`  FAIL  outside of any test\n${indent(textOf(error))}`)
  }

  onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#tellNews()
    this.#watcher?.close()
    const files = [...this.#files.values()].toSorted((left, right) => left.file.localeCompare(right.file))
    if (files.length > 0) this.#print(`\n${formatSuiteTable(files, this.#journal.read())}`)
    if (this.#failed.length > 0) {
      this.#print(`\n  failed:\n${this.#failed.map((name) => `    ${name}`).join('\n')}`)
    }
    const extensions = sumOfExtensions(this.#journal.read())
    if (extensions !== null) this.#print(`\n  ${extensions}`)
    const seconds = ((performance.now() - this.#startedMs) / 1000).toFixed(1)
    this.#print(`\n  ${sumOf(files)} in ${seconds} s`)
    if (result.status === 'interrupted') this.#print('  The run was interrupted: not every test was run.')
    rmSync(this.#folder, { recursive: true, force: true })
    for (const name of this.#skippedSilently) {
      this.#print(
        `  The run failed: ${name} is skipped without a reason. Use test.skip(condition, 'reason').`,
      )
    }
    for (const name of this.#listedWithoutTest) {
      this.#print(`  The run failed: e2e/not-run-here.ts lists ${name}, which does not exist.`)
    }
    if (this.#brokeUnnoticed > 0) {
      this.#print(`  The run failed: the app broke ${this.#brokeUnnoticed} time(s) without failing a test.`)
    }
    const isOk = [this.#skippedSilently, this.#listedWithoutTest].every(({ length }) => length === 0)
    return Promise.resolve({ status: isOk && this.#brokeUnnoticed === 0 ? result.status : 'failed' })
  }

  /** A file that cannot be read cannot be redacted, and is not kept. */
  #redact(path: string, contentType: string): void {
    try {
      redactFile(path, contentType, this.#secrets)
    } catch (error) {
      rmSync(path, { force: true })
      this.#say(
        `${relative(process.cwd(), path)} was removed, because its secrets could not be: ${String(error)}`,
      )
    }
  }

  #tellNews(): void {
    const events = this.#journal.read()
    const news = events.slice(this.#reported)
    this.#reported = events.length
    for (const event of news) this.#report(event)
  }

  #report(event: SuiteEvent): void {
    switch (event.type) {
      case 'app-started':
        if (event.why !== null) this.#say(event.why)
        return
      case 'app-broke':
        if (event.when === 'during') this.#brokeDuring.add(`${event.file} › ${event.test}`)
        else this.#brokeUnnoticed += 1
        this.#say(
          `the app of ${event.file} (process ${event.app.pid}, boot ${event.app.bootId}) broke ${event.when} "${event.test}":\n${indent(event.breakage.report)}`,
        )
        return
      case 'start-failed':
        this.#say(`${event.file} gets no app: ${event.breakage.summary}\n${indent(event.breakage.report)}`)
        return
      case 'limit-extended':
        this.#say(describeExtension(event))
        return
      case 'test-failed':
        // Printed at the end.
        return
      default:
        assertNever(event)
    }
  }

  #count(test: TestCase, result: TestResult, isFailed: boolean): void {
    const file = fileOf(test)
    const known = this.#files.get(file) ?? { file, passed: 0, failed: 0, skipped: 0, durationMs: 0 }
    known.durationMs += result.duration
    if (isFailed) known.failed += 1
    else if (test.outcome() === 'skipped') known.skipped += 1
    else known.passed += 1
    this.#files.set(file, known)
  }

  #say(text: string): void {
    this.#print(`[suite] ${text}`)
  }

  #print(text: string): void {
    process.stdout.write(`${this.#secrets.redact(text)}\n`)
  }
}

/** Empty on an idle machine. */
function describeScale(): string {
  const factor = scaledTimeout(1_000) / 1_000
  return factor < 1.1 ? '' : `, timeouts ${factor.toFixed(1)} times as long because the machine is busy`
}

/** The tests of `e2e/specs`, each with its file in that folder. */
function specTests(suite: Suite): { file: string; title: string }[] {
  return suite
    .allTests()
    .filter((test) => fileOf(test).startsWith('specs/'))
    .map((test) => ({ file: fileOf(test).replace('specs/', ''), title: test.title }))
}

/** The spec file, even if a helper declares the test. */
function fileOf(test: TestCase): string {
  let suite = test.parent
  while (suite.type !== 'file' && suite.parent !== undefined) suite = suite.parent
  return relative(`${import.meta.dirname}/..`, suite.location?.file ?? '').replaceAll('\\', '/')
}

function nameOf(test: TestCase): string {
  // The root, the project and the file come before the titles.
  return `${fileOf(test)} › ${test.titlePath().slice(3).join(' › ')}`
}

/** A test that did not run because of another one has no such annotation. */
function isSkippedSilently(test: TestCase): boolean {
  const skips = test.annotations.filter(({ type }) => type === 'skip' || type === 'fixme')
  return (
    test.outcome() === 'skipped' &&
    skips.length > 0 &&
    skips.every(({ description = '' }) => description.trim() === '')
  )
}

/** Errors about windows that were closed after a breakage are not why a test failed. */
function breakageFirst(one: TestError, other: TestError): number {
  return Number(isBreakage(other)) - Number(isBreakage(one))
}

function isBreakage({ message = '' }: TestError): boolean {
  return message.includes('the app broke during this test')
}

function textOf(error: TestError): string {
  const text = error.stack ?? error.message ?? error.value ?? ''
  const lines = [text, ...(error.snippet === undefined ? [] : ['', error.snippet])].join('\n')
  return process.stdout.isTTY ? lines : stripVTControlCharacters(lines)
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '        ')
}

function sumOf(files: readonly FileResult[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => files.reduce((total, file) => total + file[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

function describeLeftover({ record, ageMs, isAlive }: Leftover): string {
  const age = ageMs < 3_600_000 ? `${Math.round(ageMs / 60_000)} min` : `${(ageMs / 3_600_000).toFixed(1)} h`
  const state = isAlive
    ? `it is still running, and is left alone because this run did not start it (to end it: kill ${record.pid})`
    : 'it has ended'
  return `an earlier run left process ${record.pid}, an app of ${record.file}, started ${age} ago: ${state}`
}
