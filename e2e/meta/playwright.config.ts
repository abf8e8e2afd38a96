import { defineConfig } from '@playwright/test'

import base from '../../playwright.config.ts'

/** Specs that break the app on purpose. Only the meta-suite runs them, and it expects their failures. */
export default defineConfig(base, {
  testDir: 'specs',
  outputDir: '../../test-results/meta',
  // It measures how soon a fault is reported, so each core has one worker and none waits for a core.
  workers: 2,
})
