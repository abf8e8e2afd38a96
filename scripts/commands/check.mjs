// Runs every check of the sources, then the unit tests; with arguments, only the named checks. `--changed`
// checks only files that differ from the last commit shared with the published `main`, `--changed=REV` those that
// differ from REV.
import { changedFiles } from '../parts/changed-files.mjs'
import { checkNames, runChecks } from '../parts/checks.mjs'
import { inProject, root } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { affectedUnitRuns } from '../parts/tests/unit-runs.mjs'

try {
  process.exitCode = (await check(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
async function check(args) {
  const changed = args.find((arg) => /^--changed(=|$)/.test(arg))
  const names = args.filter((arg) => arg !== changed)
  const unknown = names.filter((name) => !checkNames.includes(name))
  if (unknown.length > 0) {
    throw new Error(`Unknown check: ${unknown.join(', ')}. Available checks: ${checkNames.join(', ')}.`)
  }
  const files = changed === undefined ? null : changedFiles(root, changed.split('=')[1])
  if (files?.length === 0) {
    console.log('No files have changed.')
    return true
  }
  const results = await runChecks({
    ...(files === null ? {} : { files }),
    ...(names.length === 0 ? {} : { names }),
  })
  const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name)
  const unitRuns = files === null ? [['run']] : affectedUnitRuns(files).map(({ args: run }) => run)
  for (const run of names.length > 0 ? [] : unitRuns) {
    const code = await runChild(process.execPath, [inProject('node_modules/vitest/vitest.mjs'), ...run])
    if (code !== 0) failed.push('unit tests')
  }
  // The output of the first failure may be far above.
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
  return failed.length === 0
}
