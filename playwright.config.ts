import { basename, join } from 'node:path'

import { defineConfig } from '@playwright/test'

import type { LiveOptions } from './e2e/fixtures.ts'
import { shuffledFiles } from './e2e/suite/shuffled-files.ts'
import { scaledTimeout } from './e2e/suite/slowness.ts'
import { runFolder } from './e2e/suite/run-folder.ts'
import { findElectron } from './scripts/parts/electron-binary.mjs'
import { findTestBrowser } from './scripts/ensure-browser.mjs'

const browser = findTestBrowser()
/** To an app that runs already: then the suite starts none, of either kind. */
const isAttached = process.env['PARLEY_ATTACH'] !== undefined

// Before the workers, which inherit it.
runFolder()

export default defineConfig<LiveOptions>({
  testDir: 'e2e/specs',
  // The meta-suite attaches too, and must not clear away what a failed test has left.
  outputDir: isAttached ? 'test-results/attached' : 'test-results/live',
  // For two cores: while two tests compute, a third can wait for a timer or a frame.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: scaledTimeout(30_000),
  expect: { timeout: scaledTimeout(7_000) },
  reporter: [[join(import.meta.dirname, 'e2e/suite/suite-reporter.ts')]],
  use: {
    actionTimeout: scaledTimeout(7_000),
    // Noting each step takes a tenth of the whole run; `--trace=retain-on-failure` asks for it.
    trace: 'off',
    // The suite keeps pictures and pages of its own, without what stands in password fields.
    screenshot: 'off',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'no-preference' },
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser.path }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        // Without it a processor draws what a graphics card would, at a third more of its time.
        '--disable-gpu',
        '--no-first-run',
        // As in every browser with windows: a frame without an origin has a process of its own.
        '--site-per-process',
        // Chromium's own sandbox cannot be had as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
      ],
    },
  },
  projects: [
    ...filesInOrder().map((testMatch) => ({
      // Playwright runs the files of one project by their names, and projects as they stand here.
      name: testMatch === undefined ? 'web host' : `web host, ${basename(testMatch, '.spec.ts')}`,
      ...(testMatch === undefined ? {} : { testMatch }),
      use: { hostKind: 'web' as const },
    })),
    // Without its binary there is nothing to register: scripts/commands/test.mjs then names it as not run.
    ...(findElectron() === null || isAttached
      ? []
      : [{ name: 'electron', use: { hostKind: 'electron' as const } }]),
  ],
})

/** Each spec file for itself, in the order of a seed; without a seed only "all of them". */
function filesInOrder(): (string | undefined)[] {
  const seed = process.env['PARLEY_SUITE_SHUFFLE']
  return seed === undefined ? [undefined] : shuffledFiles(join(import.meta.dirname, 'e2e/specs'), seed)
}
