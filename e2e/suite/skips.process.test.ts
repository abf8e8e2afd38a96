// Starts Playwright: whether a run fails, and what it prints, shows only in a separate run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { inProject } from '../../scripts/parts/project.mjs'
import { scaledTimeout } from './limits/slowness.ts'

/** Playwright takes seconds to start on a busy machine. */
const timeout = scaledTimeout(60_000)

/** Runs one spec that needs no browser, with the suite's reporter. */
function run(code: string) {
  // Inside the project, so that the spec finds Playwright.
  mkdirSync(inProject('test-results'), { recursive: true })
  const folder = mkdtempSync(inProject('test-results/skips-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.spec.ts'), `import { test } from '@playwright/test'\n${code}`)
  const reporter = inProject('e2e/suite/suite-reporter.ts')
  const config = `export default { outputDir: 'out', reporter: [[${JSON.stringify(reporter)}]] }`
  writeFileSync(join(folder, 'playwright.config.ts'), config)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inProject('node_modules/@playwright/test/cli.js'), 'test', '--config', folder],
    { cwd: folder, encoding: 'utf8' },
  )
  const blamed = [...stdout.matchAll(/› ([^›\n]*) is skipped without a reason/g)].map(([, name]) => name)
  return { status, blamed, output: stdout + stderr }
}

it(
  'names each live test that is skipped without a reason, but none with one, and fails the run',
  { timeout },
  () => {
    const { status, blamed, output } = run(`
    test('bare', () => { test.skip() })
    test('by condition', () => { test.skip(true) })
    test('empty', () => { test.skip(true, '') })
    test.skip('static', () => {})
    test.fixme('to fix', () => {})
    test('runs', () => {})
    test('with a reason', () => { test.skip(true, 'no mail program') })
    test.describe('a group', () => {
      test.skip(() => true, 'one window only')
      test('inside', () => {})
    })
    test('planned', { annotation: { type: 'skip', description: 'not on this system' } }, () => { test.skip() })`)
    expect(blamed, output).toEqual(['bare', 'by condition', 'empty', 'static', 'to fix'])
    expect(status).toBe(1)
  },
)
