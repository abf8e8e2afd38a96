import { defineConfig } from 'vitest/config'

import { scaledTimeout } from '../suite/limits/slowness.ts'

/** The meta-suite needs a build and a browser, so `npm run test:meta` starts it. */
export default defineConfig({
  test: {
    include: ['e2e/meta/*.meta.ts'],
    // It measures how soon a fault is reported, so nothing else runs beside it.
    fileParallelism: false,
    // Each hook runs the whole suite.
    hookTimeout: scaledTimeout(600_000),
    testTimeout: scaledTimeout(120_000),
  },
})
