import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Extension } from '../limits/answer-within.ts'
import type { Breakage } from '../breakage.ts'

/** Identifies an app: a process may go through several boots. */
export interface AppName {
  pid: number
  bootId: string
}

/** Why a file got a new app. */
export type StartReason =
  /** There was no app in this slot before. */
  | { kind: 'first' }
  /** The slot continues with another file; `breakage` is what the previous file left behind. */
  | { kind: 'next-file'; fileBefore: string; breakage: Breakage | null }
  /** The app of this file was broken before a test that does not build on earlier ones. */
  | { kind: 'degraded'; breakage: Breakage }
  /** A group of this file needs an app with other options. */
  | { kind: 'other-options' }
  /** Playwright started a new worker, as it does after a failed test. */
  | { kind: 'new-worker'; failedTest: string | null; breakage: Breakage | null }

/** What a worker of the suite reports to the reporter and to later workers. */
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

/** The events of one run of the suite, in order, shared by all its processes. */
export class Journal {
  readonly path: string

  constructor(folder: string) {
    this.path = join(folder, 'journal.jsonl')
  }

  /** Written in one call, so that lines of two workers do not mix. */
  add(event: SuiteEvent): void {
    appendFileSync(this.path, `${JSON.stringify(event)}\n`, { mode: 0o600 })
  }

  read(): SuiteEvent[] {
    try {
      const lines = readFileSync(this.path, 'utf8').split('\n')
      // After the last line break is nothing, or a line that is still being written.
      return lines.slice(0, -1).map((line) => JSON.parse(line) as SuiteEvent)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }
}
