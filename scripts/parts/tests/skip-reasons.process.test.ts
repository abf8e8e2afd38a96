// Starts Vitest: whether a run fails, and what its report says, shows only in a separate run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { inProject } from '../project.mjs'
import { tallyVitest } from './test-report.mjs'
import { scaledTimeout } from '../../../e2e/suite/limits/slowness.ts'

/** Vitest takes seconds to start on a busy machine. */
const timeout = scaledTimeout(60_000)

/** Runs the named files with the project's own configuration. */
function run(files: Record<string, string>, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-skips-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'src'))
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, 'src', name), code)
  const config = `import config from ${JSON.stringify(inProject('vitest.config.ts'))}
    const bare = (project) => ({ ...project, test: { ...project.test, globalSetup: [], setupFiles: [] } })
    const projects = config.test.projects.map(bare)
    export default { ...config, test: { ...config.test, globals: true, projects } }`
  writeFileSync(join(folder, 'vitest.config.ts'), config)
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json']
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inProject('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, ...reporters, ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', VITEST: '' } },
  )
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  const blamed = [...stderr.matchAll(/> ([^>\n]*): skipped without a reason/g)].map(([, name]) => name)
  return { status, output: stdout + stderr, blamed, tally: tallyVitest(report).unit }
}

it(
  'names each test that is skipped without a reason, however it is skipped, and fails the run',
  { timeout },
  () => {
    const { status, blamed } = run({
      'a.test.ts': `
      it('runs', () => {})
      it.skip('static', () => {})
      it.todo('to do')
      it.skipIf(true)('by condition', () => {})
      describe.skip('a group', () => { it('inside', () => {}) })
      it('bare', (context) => context.skip())
      it('empty', (context) => context.skip(' '))
      it('with a reason', (context) => context.skip('no mail program'))`,
    })
    expect(blamed).toEqual(['static', 'to do', 'by condition', 'inside', 'bare', 'empty'])
    expect(status).toBe(1)
  },
)

it('reports a reason, and does not blame tests that a name filter left out', { timeout }, () => {
  const { status, blamed, tally } = run(
    {
      'a.test.ts': `
        it('sends mail', () => {})
        it('reads mail', (context) => context.skip(true, 'no mail program'))
        it('unrelated', () => {})`,
    },
    '-t',
    'mail',
  )
  expect(blamed).toEqual([])
  expect(status).toBe(0)
  expect(tally).toMatchObject({ passed: 1, failed: 0 })
  expect(tally.notRun).toContain('reads mail: no mail program')
})

it('fails a run with .only, and does not blame tests that a failed set-up prevented', { timeout }, () => {
  const { status, output, blamed } = run({
    'only.test.ts': `it.only('alone', () => {}); it('left out', () => {})`,
    'broken.test.ts': `beforeAll(() => { throw new Error('no') }); it('after it', () => {})`,
  })
  expect(output).toMatch(/only\.test\.ts[^]*\.only/)
  expect(blamed).toEqual([])
  expect(status).toBe(1)
})
