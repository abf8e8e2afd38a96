/** What the suite must report about one fault. */
export interface Expectation {
  /** The spec that causes the fault, and the name under which it announces it. */
  file: string
  /** For the table. */
  fault: string
  /** The original error, as the suite must show it. */
  error: string
  /** Part of the error's trace, if it has one. */
  trace: RegExp | null
  /** The test that must fail; null if the fault occurs after the last one has passed. */
  fails: string | null
}

const breaks = 'has no failing assertion while the app breaks'
const stackLine = /^\s+at .+:\d+:\d+\)?$/m

/** Every fault that is reported. */
export const expectations: readonly Expectation[] = [
  {
    file: '01-freeze-main',
    fault: 'test.freezeMain',
    error: 'main did not answer within 600 ms',
    trace: null,
    fails: breaks,
  },
  {
    file: '01-throw-in-render',
    fault: 'test.throwInRender',
    error: 'window:render: Error: thrown in render by test.throwInRender',
    // The trace is followed by a React component stack.
    trace: /^\s+at .+:\d+:\d+\)?$[\s\S]+^\s*in\n\s+at /m,
    fails: breaks,
  },
  {
    file: '02-throw-in-main',
    fault: 'test.throwLater, main',
    error: 'uncaughtException: Error: thrown in main by test.throwLater',
    trace: stackLine,
    fails: breaks,
  },
  {
    file: '03-reject-in-window',
    fault: 'test.throwLater, window',
    error: 'window:unhandledrejection: Error: thrown in the window by test.throwLater',
    trace: stackLine,
    fails: breaks,
  },
  {
    file: '04-throw-in-worker',
    fault: 'test.throwLater, worker',
    error: 'window:worker: Error: thrown in a worker by test.throwLater',
    trace: stackLine,
    fails: breaks,
  },
  {
    file: '05-throw-late',
    fault: 'test.throwLater, after the last test of its file',
    error: 'uncaughtException: Error: thrown in main by test.throwLater',
    trace: stackLine,
    fails: null,
  },
  {
    file: '06-freeze-window',
    fault: 'test.freezeWindow',
    error: 'check window is failing: 1 of 1 attached windows did not answer within 500 ms',
    trace: null,
    fails: breaks,
  },
  {
    file: '07-kill-renderer',
    fault: 'test.killRenderer',
    error: 'check window is failing: the last window disconnected unexpectedly and did not reconnect',
    trace: null,
    fails: breaks,
  },
  {
    file: '08-shut-runs',
    fault: 'test.shutRuns',
    error: 'runs: Error: the run manager was shut by test.shutRuns',
    trace: stackLine,
    fails: breaks,
  },
  {
    file: '09-store-full',
    fault: 'test.storeFault, full',
    error: 'check store is failing: ParleyError: The disk is full, so nothing more can be saved.',
    trace: /caused by: SqliteError: database or disk is full\n\s+at /,
    fails: breaks,
  },
  {
    file: '10-store-damaged',
    fault: 'test.storeFault, damaged',
    error: 'check store is failing: ParleyError: The file with your chats is damaged.',
    trace: /caused by: SqliteError: database disk image is malformed\n\s+at /,
    fails: breaks,
  },
  {
    file: '11-drop-wire',
    fault: 'test.dropWire, for 3 s',
    error: 'check window is failing: the last window disconnected unexpectedly and did not reconnect',
    trace: null,
    fails: breaks,
  },
]
