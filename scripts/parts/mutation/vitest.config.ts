import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['scripts/parts/mutation/setup.ts'],
    restoreMocks: true,
    // A mutant often waits for something that never comes. Without mutants no test that keeps this limit needs a tenth.
    testTimeout: 2_000,
  },
})
