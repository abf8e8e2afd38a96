/** Files that are mutated together, and the tests that should notice. */
export interface MutationGroup {
  name: string
  files: readonly string[]
  tests: readonly string[]
  /** Its code signals processes, so it runs only where it can see no others. */
  needsOwnProcesses: boolean
  /**
   * Its code runs in a process that the tests start, where coverage per test is unknown, so all tests are
   * run.
   */
  runsInChild: boolean
  /** In percent; a complete run of the group fails below it. */
  leastScore: number
}

const inRuns = (folder: string, ...names: string[]) =>
  names.map((name) => `src/main/runs/${folder}/${name}.ts`)
const inSupervisor = (...names: string[]) => names.map((name) => `src/main/agents/supervisor/${name}.ts`)

/** The code that decides whether an answer is complete, saved once, and stopped when it should be. */
export const mutationGroups: readonly MutationGroup[] = [
  {
    name: 'runs',
    files: [
      'src/main/leases/session-leases.ts',
      'src/main/compare/pane-run.ts',
      ...inRuns('run', 'run', 'run-watchdog', 'active-runs', 'upstream'),
      ...inRuns('log', 'run-recorder', 'run-log', 'delta-coalescer'),
      ...inRuns('guarded-source', 'guard-source'),
      ...inRuns('starting', 'run-manager', 'run-starter'),
      ...inRuns('watching', 'session-watch', 'session-view'),
    ],
    tests: [
      // These three do not use the files above.
      'src/main/runs/**/!(form-checker|check-form-values|consent-terms).test.ts',
      'src/main/compare/{comparison-runs,pane-answers,pane-run}.test.ts',
      'src/main/leases/session-leases.test.ts',
    ],
    needsOwnProcesses: false,
    runsInChild: false,
    leastScore: 98.5,
  },
  {
    name: 'supervisor',
    files: inSupervisor('supervisor', 'running-agent', 'agent-tree', 'kill-tree', 'processes/process-table'),
    tests: ['src/main/agents/supervisor/**/*.test.ts'],
    needsOwnProcesses: true,
    runsInChild: false,
    leastScore: 94,
  },
  {
    name: 'watchdog',
    files: inSupervisor('watchdog'),
    tests: ['src/main/agents/supervisor/watchdog*.test.ts'],
    needsOwnProcesses: true,
    runsInChild: true,
    leastScore: 82,
  },
]
