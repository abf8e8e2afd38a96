import { describe, expect, it } from 'vitest'

import { inProject } from '../project.mjs'
import { emptyTally, formatReport, tallyPlaywright, tallyVitest, total } from './test-report.mjs'

function test(projectName: string, status: string) {
  return { projectName, status, annotations: [], results: [{ duration: 300 }] }
}

const times = { startTime: 1_000, endTime: 3_500 }

describe('tallyVitest', () => {
  it('counts tests against the Electron fake separately', () => {
    const { unit, electronFake } = tallyVitest({
      testResults: [
        {
          name: inProject('src/main/a.test.ts'),
          status: 'failed',
          ...times,
          assertionResults: [
            { status: 'passed', fullName: 'a one' },
            { status: 'failed', fullName: 'a two' },
            { status: 'skipped', fullName: 'a three', meta: { skipReason: 'no disk' } },
          ],
        },
        {
          name: inProject('src/main/platform/electron-host.electron-fake.test.ts'),
          status: 'passed',
          ...times,
          assertionResults: [{ status: 'passed', fullName: 'host' }],
        },
      ],
    })
    expect(unit).toEqual({
      ...emptyTally('unit'),
      passed: 1,
      failed: 1,
      failures: ['src/main/a.test.ts: a two'],
      notRun: ['a three: no disk'],
      files: [{ file: 'src/main/a.test.ts', durationMs: 2_500 }],
    })
    expect(electronFake).toMatchObject({ name: 'Electron fake', passed: 1, failed: 0, notRun: [] })
  })

  it('counts a file that does not load', () => {
    const file = { name: inProject('src/b.test.ts'), status: 'failed', ...times, assertionResults: [] }
    expect(tallyVitest({ testResults: [file] }).unit).toMatchObject({
      failed: 1,
      failures: ['src/b.test.ts'],
    })
  })
})

describe('tallyPlaywright', () => {
  it('counts nested suites by project, a flaky test as failed, and errors outside of tests', () => {
    const { web, electron } = tallyPlaywright({
      suites: [
        {
          specs: [
            {
              title: 'sends',
              file: 'a.spec.ts',
              tests: [test('web', 'expected'), test('electron', 'unexpected')],
            },
          ],
          suites: [
            {
              specs: [
                { title: 'stops', file: 'a.spec.ts', tests: [test('web', 'flaky')] },
                {
                  title: 'opens a link',
                  file: 'b.spec.ts',
                  tests: [
                    {
                      projectName: 'web',
                      status: 'skipped',
                      annotations: [{ type: 'skip', description: 'no mail program' }],
                      results: [],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
      errors: [{ message: 'a file does not load' }],
    })
    expect(web).toEqual({
      ...emptyTally('live GUI (web host)'),
      passed: 1,
      failed: 2,
      failures: ['e2e/specs/a.spec.ts: stops'],
      notRun: ['opens a link: no mail program'],
      files: [
        { file: 'e2e/specs/a.spec.ts', durationMs: 600 },
        { file: 'e2e/specs/b.spec.ts', durationMs: 0 },
      ],
    })
    expect(electron).toMatchObject({ passed: 0, failed: 1 })
  })
})

it('ends with exactly one line for the total, after what did not run, the slowest files and the failed tests', () => {
  const tallies = [
    {
      name: 'unit',
      passed: 120,
      failed: 32,
      failures: Array.from({ length: 32 }, (_, index) => `${index}.test.ts: fails`),
      notRun: ['a FIFO: no mkfifo'],
      durationMs: 61_040,
      files: Array.from({ length: 12 }, (_, index) => ({
        file: `${index}.test.ts`,
        durationMs: index * 100,
      })),
    },
    { ...emptyTally('build'), durationMs: 1_000 },
    { ...emptyTally('live GUI (Electron)'), notRun: ['no Electron binary'] },
  ]
  const lines = formatReport(tallies, 125_400).split('\n')
  expect(lines).toEqual([
    '',
    '  unit                   120 passed     32 failed    61.0 s      1 not run',
    '    not run: a FIFO: no mkfifo',
    '  build                    0 passed      0 failed     1.0 s',
    '  live GUI (Electron)  not run: no Electron binary',
    '',
    'slowest files:',
    ...Array.from(
      { length: 10 },
      (_, index) => `     ${((11 - index) / 10).toFixed(1)} s  ${11 - index}.test.ts`,
    ),
    '',
    'failed:',
    ...Array.from({ length: 30 }, (_, index) => `  ${index}.test.ts: fails`),
    '  and 2 more',
    '',
    'took 2 min 5 s',
    '120 passed, 32 failed',
  ])
  expect(total(tallies)).toEqual({ passed: 120, failed: 32 })
})
