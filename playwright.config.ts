import { basename, join } from 'node:path'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'

import { defineConfig } from '@playwright/test'

import type { LiveOptions } from './e2e/fixtures.ts'
import { scaledTimeout } from './e2e/suite/limits/slowness.ts'
import { runFolder } from './e2e/suite/records/run-folder.ts'
import { findElectron } from './scripts/parts/programs/electron-binary.mjs'
import { findTestBrowser } from './scripts/ensure-browser.mjs'

/** The spec files of `folder`, in an order that depends only on `seed`. */
function shuffledFiles(folder: string, seed: string): string[] {
  const rankOf = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .toSorted((one, other) => rankOf(one).localeCompare(rankOf(other)))
}

const browser = findTestBrowser()
/** Whether the suite attaches to a running app: then it starts neither host. */
const isAttached = process.env['PARLEY_ATTACH'] !== undefined

// Set before the workers start, which inherit it.
runFolder()

/** Replaces Playwright's list, so it repeats the entries that matter for these tests. */
const disabledFeatures = [
  // A spare process per context, which is rarely used, takes 3 % of the CPU time.
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  // It parses a script that is loaded again in parallel with the look-up of its code, which the process still has.
  'ScriptStreaming',
  'ThirdPartyStoragePartitioning',
]

export default defineConfig<LiveOptions>({
  testDir: 'e2e/specs',
  // The meta-suite attaches too, and must not delete the output of a failed test.
  outputDir: isAttached ? 'test-results/attached' : 'test-results/live',
  // For two cores: while two tests compute, a third can wait for a timer or a frame. A busy or slow machine gets no third.
  workers: scaledTimeout(10) < 11 ? 3 : 2,
  retries: 0,
  forbidOnly: true,
  // Only a test that hangs reaches these limits: a machine can become several times slower after the run began.
  timeout: scaledTimeout(60_000),
  expect: { timeout: scaledTimeout(15_000), toPass: { timeout: scaledTimeout(15_000) } },
  reporter: [[join(import.meta.dirname, 'e2e/suite/suite-reporter.ts')]],
  use: {
    actionTimeout: scaledTimeout(15_000),
    // Tracing takes a tenth of the whole run; enable it with `--trace=retain-on-failure`.
    trace: 'off',
    // The suite saves its own screenshots and pages, without the content of password fields.
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
        // Otherwise the CPU emulates the GPU, which takes a third more CPU time.
        '--disable-gpu',
        '--no-first-run',
        `--disable-features=${disabledFeatures.join(',')}`,
        // As in every browser with windows: a frame without an origin gets a separate process.
        '--site-per-process',
        // All windows of a profile share a process, which takes a fifth less CPU time.
        '--process-per-site',
        // Chromium's own sandbox is not available to root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
      ],
    },
  },
  projects: [
    ...filesInOrder().map((testMatch) => ({
      // Playwright runs the files of a project in alphabetical order, and projects in this order.
      name: testMatch === undefined ? 'web host' : `web host, ${basename(testMatch, '.spec.ts')}`,
      ...(testMatch === undefined ? {} : { testMatch }),
      use: { hostKind: 'web' as const },
    })),
    // Not registered without its binary: scripts/commands/test.mjs then lists it as not run.
    ...(findElectron() === null || isAttached
      ? []
      : [
          {
            name: 'electron',
            // All its windows share the system's clipboard and focus.
            workers: 1,
            use: { hostKind: 'electron' as const },
          },
        ]),
  ],
})

/** One entry per spec file, shuffled by the seed; without a seed, a single entry for all files. */
function filesInOrder(): (string | undefined)[] {
  const seed = process.env['PARLEY_SUITE_SHUFFLE']
  return seed === undefined ? [undefined] : shuffledFiles(join(import.meta.dirname, 'e2e/specs'), seed)
}
