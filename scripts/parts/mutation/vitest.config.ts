import { defineConfig } from 'vitest/config'

import { scaledTimeout } from '../../../e2e/suite/slowness.ts'

export default defineConfig({
  test: {
    setupFiles: ['scripts/parts/mutation/setup.ts'],
    restoreMocks: true,
    // Stryker prints what a crashed worker has said.
    reporters: [{}],
    // Half the time of a run would go into loading the same modules again for each file.
    isolate: false,
    // Many mutants wait for something that never comes. On a quiet machine no test without a mutant takes a second.
    testTimeout: scaledTimeout(2_000),
  },
})
