import { expect, type Page } from '@playwright/test'

import { markdownTokens, proseTokens } from '../../fake-provider/sample-text.ts'
import { completeStream } from '../../fake-provider/script.ts'
import { inspectionColumns, inspectState, type LightRules } from './accessibility.ts'
import { formatTable } from '../table.ts'

const essayTokens = ['# An essay', ...markdownTokens(3_000)]

/** Models whose answers are inspected. */
export const inspectedModels = {
  /** Long enough to be inspected while it streams; its first section arrives at once. */
  essay: completeStream([
    { type: 'tokens', tokens: essayTokens.slice(0, 300) },
    { type: 'tokens', tokens: essayTokens.slice(300), perSecond: 20 },
  ]),
  prose: completeStream([{ type: 'tokens', tokens: proseTokens(120) }]),
}

/** Inspects the current state of a scene's window. A violation fails the test. */
export type Look = (state: string) => Promise<void>

/** The inspections of a spec file. */
export class Inspections {
  readonly #rows: string[][] = []

  /** Returns the function that inspects the scene `name` in this window; `lightRules` as for `inspectState`. */
  of(page: Page, name: string, lightRules?: LightRules): Look {
    return async (state) => {
      const view = `${name}: ${state}`
      const inspection = await inspectState(page, view, lightRules)
      this.#rows.push(...inspection.rows)
      expect.soft(inspection.violations, view).toEqual([])
    }
  }

  /** The number of inspections so far, one per state and theme. */
  get count(): number {
    return this.#rows.length
  }

  /** A table with a row for each inspection. */
  table(): string {
    return formatTable(inspectionColumns, this.#rows)
  }
}
