import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['src/main/base/testing/build-thread-programs.ts'],
    restoreMocks: true,
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
