import { defineConfig } from '@playwright/test'

import type { LiveOptions } from './e2e/fixtures.ts'
import { findElectron } from './scripts/parts/electron-binary.mjs'
import { findBrowser } from './src/main/platform/find-browser.mjs'

const browser = findBrowser(process.env)

export default defineConfig<LiveOptions>({
  testDir: 'e2e/specs',
  outputDir: 'test-results/live',
  // Two cores: each worker is a host, a browser and a fake provider already.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  use: {
    actionTimeout: 7_000,
    // Snapshots of the page say more than a film of it, and cost less.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'no-preference' },
  },
  projects: [
    {
      name: 'web host',
      use: {
        hostKind: 'web',
        launchOptions: {
          ...(browser === null ? {} : { executablePath: browser.path }),
          args: [
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--disable-quic',
            '--no-first-run',
            // Chromium's own sandbox cannot be had as root.
            ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
          ],
        },
      },
    },
    // Without its binary there is nothing to register: scripts/commands/test.mjs then names it as not run.
    ...(findElectron() === null ? [] : [{ name: 'electron', use: { hostKind: 'electron' as const } }]),
  ],
})
