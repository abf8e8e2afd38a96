import { existsSync } from 'node:fs'

import { inProject } from './project.mjs'
import { runJobs } from './programs/run-jobs.mjs'

/** @typedef {import('./programs/run-jobs.mjs').JobResult} JobResult */

/**
 * One check of the sources. `about` matches the files that it reads, `settings` the files that affect its
 * result for all others. `commands` returns what to run for the given files, or for all if they are null. A
 * check without `settings` always checks all files. `quick`, for checks that `--quick` includes, is true, or has the
 * commands that replace the others. `whole` replaces them in a run of everything.
 * @typedef {{ name: string, about: RegExp, settings?: RegExp, commands: (files: string[] | null) => string[][],
 * quick?: true | string[][], whole?: () => string[][] }} Check
 */

const codeOrSettings = /\.([cm]?[jt]sx?|json)$/
/** Files that code can import. */
const anythingImported = /\.([cm]?[jt]sx?|json|css|html|svg)$/
/**
 * The linter's type checker and `tsc` are written in Go, which by default spends a tenth of their CPU time on collecting
 * garbage. On one core, the linter takes a third less CPU time, because each of its workers works out the same types again.
 */
const goSettings = { GOGC: '400', GOMEMLIMIT: '4GiB', GOMAXPROCS: '1' }

/** The projects that divide the sources, each with the globals that its files may know. */
const projects = ['shared', 'node', 'web']

/** First the check that fails most often and takes seconds, then the slowest ones. @type {readonly Check[]} */
const checks = [
  {
    name: 'format',
    about: /./,
    settings: /^(\.oxfmtrc\.json|package-lock\.json)$/,
    commands: (files) => [
      tool('oxfmt/bin/oxfmt', '--list-different --no-error-on-unmatched-pattern', files ?? ['.']),
    ],
    quick: true,
  },
  {
    name: 'lint',
    // A function that becomes asynchronous breaks files that did not change.
    about: codeOrSettings,
    commands: () => [tool('oxlint/bin/oxlint', '--type-aware --deny-warnings')],
    // Without the rules that need types.
    quick: [tool('oxlint/bin/oxlint', '--deny-warnings')],
  },
  {
    name: 'types',
    about: codeOrSettings,
    // `tsc` remembers what it has checked, which the linter's `--type-check` cannot.
    commands: () => projects.map((name) => checkTypes(name, true)),
    quick: true,
    whole: () => projects.map((name) => checkTypes(name, existsSync(rememberedTypes(name)))),
  },
  {
    name: 'dead',
    about: anythingImported,
    // Not with its cache, which reports a file that was moved as unused.
    commands: () => [[inProject('node_modules/knip/bin/knip.js')], [inProject('scripts/check-styles.ts')]],
  },
  {
    name: 'boundaries',
    about: anythingImported,
    commands: () => [[inProject('scripts/check-boundaries.ts')]],
    quick: true,
  },
  { name: 'tests', about: /./, commands: () => [[inProject('scripts/check-tests.ts')]] },
  {
    name: 'texts',
    about: /^src\/renderer\/.+\.tsx?$/,
    settings: /^scripts\/(check-texts|parts\/text-rules\/)/,
    commands: (files) => [[inProject('scripts/check-texts.ts'), ...(files ?? [])]],
  },
]

/** The names of checks for {@link runChecks}. */
export const checkNames = checks.map(({ name }) => name)

/**
 * Runs the checks of the sources, except the unit tests, and prints the output of each under its name when it
 * is done.
 * @param {{ files?: readonly string[], names?: readonly string[], concurrency?: number }} [options] `files`
 * are the changed files, relative to the project and including deleted ones; only what they can affect is
 * checked. `names` are the checks to run, all by default.
 * @returns {Promise<JobResult[]>} one for each check that had something to check
 */
export function runChecks({ files, names = checkNames, concurrency = 2 } = {}) {
  const jobs = planChecks(files ?? null).filter(({ name }) => names.includes(name))
  return runJobs(jobs, { concurrency, print: console.log, environment: goSettings })
}

/**
 * Runs every check of all files, as a part of a run of everything.
 * @returns {Promise<JobResult[]>}
 */
export function runWholeChecks() {
  const jobs = checks.map(({ name, commands, whole }) => ({ name, commands: whole?.() ?? commands(null) }))
  return runJobs(jobs, { concurrency: 2, print: console.log, environment: goSettings })
}

/**
 * Runs what `--quick` includes, for all files.
 * @returns {Promise<JobResult[]>}
 */
export function runQuickChecks() {
  const jobs = checks.flatMap(({ name, commands, quick }) => {
    if (quick === undefined) return []
    return [{ name, commands: quick === true ? commands(null) : quick }]
  })
  return runJobs(jobs, { concurrency: 2, print: console.log, environment: goSettings })
}

/**
 * The jobs to run after `files` have changed, or, if that is null, for the whole project.
 * @param {readonly string[] | null} files
 * @returns {import('./programs/run-jobs.mjs').Job[]}
 */
export function planChecks(files) {
  return checks.flatMap(({ name, about, settings, commands }) => {
    if (files === null || settings === undefined || files.some((path) => settings.test(path))) {
      const isConcerned = files === null || files.some((path) => about.test(path) || settings?.test(path))
      return isConcerned ? [{ name, commands: commands(null) }] : []
    }
    const present = files.filter((path) => about.test(path) && existsSync(inProject(path)))
    return present.length === 0 ? [] : [{ name, commands: commands(present) }]
  })
}

/**
 * @param {string} path below `node_modules`
 * @param {string} options
 * @param {readonly string[]} [files]
 */
function tool(path, options, files = []) {
  return [inProject('node_modules', path), ...options.split(' '), ...files]
}

/** @param {string} name of a project */
function rememberedTypes(name) {
  return inProject(`node_modules/.cache/types/${name}.tsbuildinfo`)
}

/**
 * Each further checker works out the types of libraries again, and the default of four takes twice the CPU time of one.
 * What is remembered for the next run takes another half of it.
 * @param {string} name of a project
 * @param {boolean} isRemembered
 */
function checkTypes(name, isRemembered) {
  const remembering = isRemembered ? ['--incremental', '--tsBuildInfoFile', rememberedTypes(name)] : []
  return tool('typescript/bin/tsc', `--project tsconfig.${name}.json --checkers 1`, remembering)
}
