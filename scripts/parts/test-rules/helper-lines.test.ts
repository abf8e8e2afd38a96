import { describe, expect, it } from 'vitest'

import { findHelperFaults } from './helper-lines.ts'

/** The faults of these helpers with one README, where the helpers and the files named beside them are all there is. */
function faultsOf(helpers: string[], readme: string, otherFiles: string[] = []) {
  const files = [...helpers, ...otherFiles]
  return findHelperFaults({
    helpers,
    readmes: [{ path: 'e2e/helpers/README.md', text: readme }],
    exists: (path) => files.includes(path),
  })
}

describe('a helper without a line', () => {
  const noLine = { path: 'e2e/helpers/host.ts', reason: 'e2e/helpers/README.md has no line for it' }

  it('is found when the README does not name it', () => {
    expect(faultsOf(['e2e/helpers/host.ts'], '# Helpers\n')).toEqual([noLine])
  })

  it('is found when another line only mentions it, or names it without backticks', () => {
    const readme =
      'See `host.ts`.\n\n| host.ts | when | not |\n| the host | as in `host.ts` | not |\n- a host: `host.ts`'
    expect(faultsOf(['e2e/helpers/host.ts'], readme)).toEqual([noLine])
  })

  it('is found when its line says nothing about it', () => {
    expect(faultsOf(['e2e/helpers/host.ts'], '| `host.ts` | | |')).toEqual([noLine])
    expect(faultsOf(['e2e/helpers/host.ts'], '- `host.ts`:')).toEqual([noLine])
  })

  it('is found when only a file of the same name elsewhere has a line', () => {
    const helper = 'e2e/helpers/web/host.ts'
    expect(faultsOf([helper], '| `host.ts` | when | not |', ['e2e/helpers/host.ts'])).toEqual([
      { ...noLine, path: helper },
    ])
  })

  it('is found when no folder above it has a README', () => {
    expect(faultsOf(['src/main/runs/testing/run-harness.ts'], '')).toEqual([
      { path: 'src/main/runs/testing/run-harness.ts', reason: 'there is no README.md in its folder' },
    ])
  })
})

it('takes a row of a table and an item of a list for a line, for several helpers too', () => {
  const helpers = ['a', 'b', 'c', 'web/d', 'e'].map((name) => `e2e/helpers/${name}.ts`)
  const readme = [
    '| `a.ts`, `b.ts` | when | not |',
    '- `c.ts` and `web/d.ts`: when; not.',
    '* `e.ts`: when\r',
    '',
  ].join('\n')
  expect(faultsOf(helpers, readme)).toEqual([])
})

it('takes the README of the folder, and only without one that of the folder above', () => {
  const readmes = [
    { path: 'e2e/helpers/README.md', text: '| `near/a.ts`, `far/b.ts` | when | not |' },
    { path: 'e2e/helpers/near/README.md', text: '' },
  ]
  const helpers = ['e2e/helpers/near/a.ts', 'e2e/helpers/far/b.ts']
  expect(findHelperFaults({ helpers, readmes, exists: () => true })).toEqual([
    { path: 'e2e/helpers/near/a.ts', reason: 'e2e/helpers/near/README.md has no line for it' },
  ])
})

it('finds a file that is named and not there, in a line of its own or in passing', () => {
  const readme = [
    '| `host.ts`, `gone.ts` | when | not |',
    'Beside `../fixtures.ts`, `src/main/app.ts`, `*.electron-fake.test.ts`, `page` and `lost.mjs`.',
  ].join('\n')
  const found = faultsOf(['e2e/helpers/host.ts'], readme, ['e2e/fixtures.ts', 'src/main/app.ts'])
  expect(found).toEqual([
    { path: 'e2e/helpers/README.md:1', reason: 'there is no file gone.ts' },
    { path: 'e2e/helpers/README.md:2', reason: 'there is no file lost.mjs' },
  ])
})
