import { defineConfig } from '@playwright/test'

import base from '../../playwright.config.ts'

/** Specs that break the app on purpose: only the meta-suite runs them, and it expects what fails. */
export default defineConfig(base, {
  testDir: 'specs',
  outputDir: '../../test-results/meta',
})
