/** A problem of a window that its host sees and no ping can reveal. */
export type WindowProblem =
  | { kind: 'render-process-gone'; reason: string }
  | { kind: 'unresponsive' }
  | { kind: 'load-failed'; reason: string }
