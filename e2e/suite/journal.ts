import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Extension } from './answer-within.ts'
import type { Breakage } from './breakage.ts'

/** Which app is meant: a process may hold several boots after one another. */
export interface AppName {
  pid: number
  bootId: string
}

/** Why a file of tests got an app. */
export type StartReason =
  /** No app ran in this slot before. */
  | { kind: 'first' }
  /** The slot goes on with another file; `breakage` is what the file before left behind. */
  | { kind: 'next-file'; fileBefore: string; breakage: Breakage | null }
  /** The app of this file was found broken before a test that needs nothing of the tests before it. */
  | { kind: 'degraded'; breakage: Breakage }
  /** A group of this file asks for an app of another kind. */
  | { kind: 'other-options' }
  /** Playwright began a new worker, as it does after a failed test. */
  | { kind: 'new-worker'; failedTest: string | null; breakage: Breakage | null }

/** What a worker of the suite leaves word of, for the reporter and for the workers after it. */
export type SuiteEvent =
  | {
      type: 'app-started'
      slot: number
      worker: number
      file: string
      test: string
      app: AppName
      reason: StartReason
    }
  | {
      type: 'app-broke'
      slot: number
      worker: number
      file: string
      /** The test during, before or after which it broke. */
      test: string
      when: 'during' | 'before' | 'after'
      app: AppName
      breakage: Breakage
    }
  | { type: 'start-failed'; slot: number; worker: number; file: string; test: string; breakage: Breakage }
  | {
      type: 'limit-extended'
      slot: number
      worker: number
      file: string
      test: string
      extension: Extension
    }
  | { type: 'test-failed'; slot: number; worker: number; file: string; test: string; breakage: Breakage }

/** The events of one run of the suite, in the order in which they came, shared by all its processes. */
export class Journal {
  readonly path: string

  constructor(folder: string) {
    this.path = join(folder, 'journal.jsonl')
  }

  /** One write, so that lines of two workers never mix. */
  add(event: SuiteEvent): void {
    appendFileSync(this.path, `${JSON.stringify(event)}\n`, { mode: 0o600 })
  }

  read(): SuiteEvent[] {
    try {
      const lines = readFileSync(this.path, 'utf8').split('\n')
      // After the last line break stands nothing, or a line that is just being written.
      return lines.slice(0, -1).map((line) => JSON.parse(line) as SuiteEvent)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }
}
