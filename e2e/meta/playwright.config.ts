import { defineConfig } from '@playwright/test'

import base from '../../playwright.config.ts'

/** Specs that break the app on purpose: only the meta-suite runs them, and it expects what fails. */
export default defineConfig(base, {
  testDir: 'specs',
  outputDir: '../../test-results/meta',
  // It measures how soon a fault is named: a worker for each core, and none that waits for one.
  workers: 2,
  // What a trace holds is looked through for secrets.
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true } },
})
