/** What a host sees of its window that no ping can reveal. */
export type WindowProblem =
  | { kind: 'render-process-gone'; reason: string }
  | { kind: 'unresponsive' }
  | { kind: 'load-failed'; reason: string }
