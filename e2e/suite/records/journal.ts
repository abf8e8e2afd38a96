import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Extension } from '../limits/answer-within.ts'
import type { Breakage } from '../breakage.ts'

/** Identifies an app: a process may go through several boots. */
export interface AppName {
  pid: number
  bootId: string
}

/** A report of one worker to the reporter and to later workers. */
export type SuiteEvent = {
  slot: number
  worker: number
  file: string
  /** The test for, during, before or after which it happened. */
  test: string
} & (
  | {
      type: 'app-started'
      app: AppName
      /** Why a file got another app, for people; null if only its turn had come. */
      why: string | null
    }
  | { type: 'app-broke'; when: 'during' | 'before' | 'after'; app: AppName; breakage: Breakage }
  | { type: 'start-failed'; breakage: Breakage }
  | { type: 'test-failed'; breakage: Breakage }
  | { type: 'limit-extended'; extension: Extension }
)

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
