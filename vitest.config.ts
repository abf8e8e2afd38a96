import { configDefaults, defineConfig } from 'vitest/config'

import { scaledTimeout } from './e2e/suite/slowness.ts'
import { skipsNeedReasons } from './scripts/parts/skip-reasons.ts'

/** Tests that start processes. `npm test -- --quick` leaves them out; each says in its first line why it needs one. */
const processTests = '{src,e2e,scripts}/**/*.process.test.ts'

export default defineConfig({
  plugins: [skipsNeedReasons()],
  test: {
    // Off only in CI by default.
    allowOnly: false,
    // For two cores: each worker is idle for a quarter of its time or more, waiting for a timer, a disk or a process.
    maxWorkers: 3,
    // Vitest's own, on a machine that keeps up.
    testTimeout: scaledTimeout(5_000),
    hookTimeout: scaledTimeout(10_000),
    expect: { poll: { timeout: scaledTimeout(1_000) } },
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,e2e,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, processTests],
          globalSetup: ['src/main/base/testing/build-thread-programs.ts'],
          setupFiles: [
            'src/main/base/testing/refuse-processes.ts',
            'src/main/base/testing/fresh-process-state.ts',
          ],
          // A module is loaded once per worker, not once per file: that is more than half of the time.
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: [processTests],
          globalSetup: [
            'src/main/base/testing/build-thread-programs.ts',
            'e2e/fake-cli/testing/build-fakes.ts',
          ],
          restoreMocks: true,
        },
      },
    ],
  },
})
