import { defineConfig } from 'vitest/config'

import { scaledTimeout } from '../../../e2e/suite/limits/slowness.ts'

export default defineConfig({
  test: {
    setupFiles: ['scripts/parts/mutation/setup.ts'],
    restoreMocks: true,
    // Stryker prints the output of a crashed worker.
    reporters: [{}],
    // Otherwise half the run would be spent on loading the same modules for each file.
    isolate: false,
    // Many mutants wait forever. On an idle machine, no test without a mutant takes a second, unless it starts a Parley.
    testTimeout: scaledTimeout(Number(process.env['PARLEY_MUTATION_TEST_MS'] ?? 2_000)),
  },
})
