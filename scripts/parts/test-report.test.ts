import { describe, expect, it } from 'vitest'

import { emptyTally, formatReport, tallyPlaywright, tallyVitest, total } from './test-report.mjs'

function test(projectName: string, status: string) {
  return { projectName, status, annotations: [] }
}

describe('tallyVitest', () => {
  it('counts tests against the Electron fake apart', () => {
    const { unit, electronFake } = tallyVitest({
      testResults: [
        {
          name: '/p/src/main/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a one' },
            { status: 'failed', fullName: 'a two' },
            { status: 'skipped', fullName: 'a three', meta: { skipReason: 'no disk' } },
          ],
        },
        {
          name: '/p/src/main/platform/electron-host.electron-fake.test.ts',
          status: 'passed',
          assertionResults: [{ status: 'passed', fullName: 'host' }],
        },
      ],
    })
    expect(unit).toEqual({ name: 'unit', passed: 1, failed: 1, notRun: ['a three: no disk'] })
    expect(electronFake).toEqual({ name: 'Electron fake', passed: 1, failed: 0, notRun: [] })
  })

  it('counts a file that does not even load', () => {
    const file = { name: '/p/src/b.test.ts', status: 'failed', assertionResults: [] }
    expect(tallyVitest({ testResults: [file] }).unit.failed).toBe(1)
  })
})

describe('tallyPlaywright', () => {
  it('counts nested suites by project, a flaky test as failed, and errors outside of tests', () => {
    const { web, electron } = tallyPlaywright({
      suites: [
        {
          specs: [{ title: 'sends', tests: [test('web', 'expected'), test('electron', 'unexpected')] }],
          suites: [
            {
              specs: [
                { title: 'stops', tests: [test('web', 'flaky')] },
                {
                  title: 'opens a link',
                  tests: [
                    {
                      projectName: 'web',
                      status: 'skipped',
                      annotations: [{ type: 'skip', description: 'no mail program' }],
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
      name: 'live GUI (web host)',
      passed: 1,
      failed: 2,
      notRun: ['opens a link: no mail program'],
    })
    expect(electron).toMatchObject({ passed: 0, failed: 1 })
  })
})

it('ends with exactly one line that sums up, and names what did not run', () => {
  const tallies = [
    { name: 'unit', passed: 120, failed: 1, notRun: [] },
    { ...emptyTally('live GUI (Electron)'), notRun: ['no Electron binary'] },
  ]
  const lines = formatReport(tallies).split('\n')
  expect(lines).toEqual([
    '',
    '  unit                   120 passed      1 failed',
    '  live GUI (Electron)  not run: no Electron binary',
    '',
    '120 passed, 1 failed',
  ])
  expect(total(tallies)).toEqual({ passed: 120, failed: 1 })
})
