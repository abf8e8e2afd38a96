import type { CodeRuns } from '../../../shared/code/code-kinds'

/** Asks the worker to highlight a piece of code. */
export interface HighlightRequest {
  id: number
  /** The highlighter's name of the language. */
  language: string
  text: string
}

/** Null when the code cannot be highlighted. */
export interface HighlightAnswer {
  id: number
  runs: CodeRuns | null
}
