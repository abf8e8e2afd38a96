import { describe, expect, it } from 'vitest'

import { planChecks } from './checks.mjs'
import { unitRuns } from './unit-runs.mjs'

/** The checks that these changes call for, each with the files that it is limited to, or null. */
function plan(...files: string[]) {
  return Object.fromEntries(
    planChecks(files).map(({ name, commands }) => {
      const given = files.filter((path) => commands.flat().includes(path))
      return [name, given.length === 0 ? 'all' : given]
    }),
  )
}

describe('planChecks', () => {
  it('runs every check of the whole project when no files are given', () => {
    expect(planChecks(null).map(({ name }) => name)).toEqual([
      'types',
      'lint',
      'format',
      'dead',
      'boundaries',
      'tests',
      'texts',
    ])
  })

  it('limits to the changed files what can be limited', () => {
    const changed = ['src/renderer/main.tsx', 'scripts/start.mjs', 'README.md']
    expect(plan(...changed)).toEqual({
      format: changed,
      types: 'all',
      lint: 'all',
      dead: 'all',
      boundaries: 'all',
      tests: 'all',
      texts: ['src/renderer/main.tsx'],
    })
  })

  it('looks for what imports a style sheet that was deleted', () => {
    expect(plan('src/renderer/deleted.css')).toEqual({ dead: 'all', boundaries: 'all', tests: 'all' })
  })

  it('runs none of the checks of code for a change of prose', () => {
    expect(plan('README.md')).toEqual({ format: ['README.md'], tests: 'all' })
  })

  it('looks for what a deleted file leaves behind, and does not open it', () => {
    expect(plan('src/renderer/deleted.ts')).toEqual({
      types: 'all',
      lint: 'all',
      dead: 'all',
      boundaries: 'all',
      tests: 'all',
    })
  })

  it('checks all files again when the settings of a check change', () => {
    expect(plan('.oxlintrc.json', 'scripts/start.mjs')).toMatchObject({ lint: 'all' })
    expect(plan('.oxfmtrc.json', 'README.md')).toMatchObject({ format: 'all' })
    expect(plan('scripts/parts/text-rules/literal-texts.ts')).toMatchObject({ texts: 'all' })
  })
})

describe('unitRuns', () => {
  it('runs all unit tests when no files are given', () => {
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
