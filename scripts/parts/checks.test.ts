import { describe, expect, it } from 'vitest'

import { planChecks } from './checks.mjs'
import { affectedUnitRuns } from './tests/unit-runs.mjs'

/** The checks for these changes, each with the files to which it is limited, or null. */
function plan(...files: string[]) {
  return Object.fromEntries(
    planChecks(files).map(({ name, commands }) => {
      const given = files.filter((path) => commands.flat().includes(path))
      return [name, given.length === 0 ? 'all' : given]
    }),
  )
}

describe('planChecks', () => {
  it('runs every check of the whole project if no files are given', () => {
    expect(planChecks(null).map(({ name }) => name)).toEqual([
      'format',
      'lint',
      'types',
      'dead',
      'boundaries',
      'tests',
      'texts',
    ])
  })

  it('limits checks to the changed files where possible', () => {
    const changed = ['src/renderer/main.tsx', 'scripts/run.mjs', 'README.md']
    expect(plan(...changed)).toEqual({
      format: changed,
      lint: 'all',
      types: 'all',
      dead: 'all',
      boundaries: 'all',
      tests: 'all',
      texts: ['src/renderer/main.tsx'],
    })
  })

  it('checks for imports of a deleted style sheet', () => {
    expect(plan('src/renderer/deleted.css')).toEqual({ dead: 'all', boundaries: 'all', tests: 'all' })
  })

  it('runs no code checks for a change of prose', () => {
    expect(plan('README.md')).toEqual({ format: ['README.md'], tests: 'all' })
  })

  it('checks what a deleted file affects without opening it', () => {
    expect(plan('src/renderer/deleted.ts')).toEqual({
      lint: 'all',
      types: 'all',
      dead: 'all',
      boundaries: 'all',
      tests: 'all',
    })
  })

  it('checks all files again if the settings of a check change', () => {
    expect(plan('.oxlintrc.json', 'scripts/run.mjs')).toMatchObject({ lint: 'all' })
    expect(plan('.oxfmtrc.json', 'README.md')).toMatchObject({ format: 'all' })
    expect(plan('scripts/parts/text-rules/literal-texts.ts')).toMatchObject({ texts: 'all' })
  })
})

it('runs the unit tests that a change affects, and tests that start processes only if they have changed themselves', () => {
  const processTest = 'scripts/parts/changed-files.process.test.ts'
  const related = ['related', '--run', '--project', 'unit', '--passWithNoTests']
  expect(affectedUnitRuns(['README.md', 'src/deleted.ts'])).toEqual([
    { project: 'unit', args: [...related, 'README.md'] },
  ])
  expect(affectedUnitRuns([processTest])).toEqual([
    { project: 'unit', args: [...related, processTest] },
    { project: 'process', args: ['run', '--project', 'process', processTest] },
  ])
  expect(affectedUnitRuns(['src/deleted.ts'])).toEqual([])
})
