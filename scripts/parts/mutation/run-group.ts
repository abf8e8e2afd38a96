// Mutates the files of one group and writes the outcome for each mutant.
// usage: node scripts/parts/mutation/run-group.ts GROUP OUTCOMES-FILE FILE…
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

import { scaledTimeout } from '../../../e2e/suite/limits/slowness.ts'
import { importTool } from '../programs/tools.mjs'
import { root } from '../project.mjs'
import { mutationGroups } from './groups.ts'
import type { MutantStatus, Outcome } from './score.ts'

/** The part of `@stryker-mutator/core` that is used here. */
interface StrykerPackage {
  Stryker: new (options: object) => {
    runMutationTest(): Promise<{ fileName: string; status: MutantStatus }[]>
  }
}

const [name = '', outcomesFile = '', ...files] = process.argv.slice(2)
const group = mutationGroups.find((one) => one.name === name)
if (group === undefined) throw new Error(`unknown group: ${name}`)
const folder = `.cache/mutation/${name}`

if (group.runsInChild) process.env['PARLEY_MUTATION_IN_CHILD'] = '1'
if (group.needsOwnProcesses) process.env['PARLEY_MUTATION_TEST_MS'] = '8000'

const { Stryker } = (await importTool('@stryker-mutator/core')) as StrykerPackage
const stryker = new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/parts/mutation/ignore-prose.ts'],
  vitest: { configFile: 'scripts/parts/mutation/vitest.config.ts', related: false },
  mutate: files,
  testFiles: [...group.tests],
  ignorers: ['prose'],
  // Stryker would rewrite it through the compiler's old API, which TypeScript 7 lacks; no test needs that.
  tsconfigFile: 'none',
  ignorePatterns: [
    '/docs',
    '/out',
    '/release',
    '/resources',
    '/test-results',
    '/tools',
    '/playwright-report',
    '/.cache',
  ],
  coverageAnalysis: 'perTest',
  // Code that runs at load time, such as a constant, would need all tests again for each mutant.
  ignoreStatic: !group.runsInChild,
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  tempDirName: `${folder}/sandbox`,
  // Tests that look for processes must not find those of a parallel run.
  concurrency: group.needsOwnProcesses ? 1 : 2,
  testRunnerNodeArgs: ['--max-old-space-size=1024'],
  // The limit is three times what the same tests took here without a mutant, plus this.
  timeoutFactor: 3,
  timeoutMS: scaledTimeout(5_000),
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false, allowEmojis: false },
  htmlReporter: { fileName: `${folder}/report.html` },
})

const outcomes = (await stryker.runMutationTest()).map(({ fileName, status }): Outcome => ({
  file: relative(root, fileName),
  status,
}))
writeFileSync(outcomesFile, JSON.stringify(outcomes.filter(({ file }) => files.includes(file))))
