import type { CodeRuns } from '../../../shared/code/code-kinds'

export interface HighlightRequest {
  id: number
  /** One of the highlighter's own names. */
  language: string
  text: string
}

/** Null where the code cannot be coloured. */
export interface HighlightAnswer {
  id: number
  runs: CodeRuns | null
}
