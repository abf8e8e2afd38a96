import { defineConfig } from 'vitest/config'

import { skipsNeedReasons } from './scripts/parts/skip-reasons.ts'

export default defineConfig({
  plugins: [skipsNeedReasons()],
  test: {
    // Off only in CI by default.
    allowOnly: false,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['src/main/base/testing/build-thread-programs.ts'],
    restoreMocks: true,
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
