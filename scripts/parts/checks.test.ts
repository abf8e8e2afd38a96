import { describe, expect, it } from 'vitest'

import { planChecks } from './checks.mjs'
import { unitRuns } from './tests/unit-runs.mjs'

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
      'lint',
      'types',
      'format',
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

describe('unitRuns', () => {
  it('runs all unit tests if no files are given', () => {
    expect(unitRuns(null)).toEqual([['run']])
  })

  it('leaves out tests that start processes unless they have changed themselves', () => {
    const processTest = 'scripts/parts/changed-files.process.test.ts'
    const related = ['related', '--run', '--passWithNoTests', '--project', 'unit']
    expect(unitRuns(['README.md', 'src/deleted.ts'])).toEqual([[...related, 'README.md']])
    expect(unitRuns([processTest])).toEqual([
      [...related, processTest],
      ['run', processTest],
    ])
    expect(unitRuns(['src/deleted.ts'])).toEqual([])
  })
})
