import { defineConfig } from 'vitest/config'

import { slowness } from './slowness.ts'

export default defineConfig({
  test: {
    setupFiles: ['scripts/parts/mutation/setup.ts'],
    restoreMocks: true,
    // Many mutants wait for something that never comes. On a quiet machine no test without a mutant takes a second.
    testTimeout: 2_000 * slowness(),
  },
})
