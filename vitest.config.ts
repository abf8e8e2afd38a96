import { configDefaults, defineConfig } from 'vitest/config'

import { scaledTimeout } from './e2e/suite/limits/slowness.ts'
import { skipsNeedReasons } from './scripts/parts/tests/skip-reasons.ts'

/** Tests that start processes. `npm test -- --quick` runs only those that have changed; each says in its first line why it needs one. */
const processTests = '{src,e2e,scripts}/**/*.process.test.ts'

export default defineConfig({
  plugins: [skipsNeedReasons()],
  test: {
    // The default is off only in CI.
    allowOnly: false,
    // For two cores: each worker spends at least a quarter of its time waiting for a timer, a disk or a process.
    maxWorkers: 3,
    // Only a test that hangs needs this long on an idle machine. The scale is measured when the run begins, and a machine
    // that becomes busy later makes a test that starts several apps with their threads take three times as long.
    testTimeout: scaledTimeout(15_000),
    hookTimeout: scaledTimeout(15_000),
    expect: { poll: { timeout: scaledTimeout(5_000) } },
    dangerouslyIgnoreUnhandledErrors: false,
    // Loads a module once per worker instead of once per file, which saves more than half of the time of tests that start
    // no process, and less than a tenth of the CPU time of the others, most of which goes to the started programs.
    isolate: false,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,e2e,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, processTests],
          // Tests leave much garbage soon: a larger young generation takes a tenth less CPU time.
          execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
          globalSetup: ['src/main/base/testing/build-thread-programs.ts'],
          setupFiles: [
            'src/main/base/testing/refuse-processes.ts',
            'src/main/base/testing/fresh-process-state.ts',
            'src/renderer/testing/late-texts.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: [processTests],
          globalSetup: ['src/main/base/testing/build-programs.ts', 'e2e/fake-cli/testing/build-fakes.ts'],
          setupFiles: ['src/main/base/testing/fresh-process-state.ts'],
          // Only tests that hang reach these limits. A test may start several programs, each of which takes seconds on a
          // busy machine.
          testTimeout: scaledTimeout(60_000),
          hookTimeout: scaledTimeout(60_000),
          expect: { poll: { timeout: scaledTimeout(10_000) } },
        },
      },
    ],
  },
})
