import { runChild } from '../programs/run-child.mjs'
import { installTools, toolFile } from '../programs/tools.mjs'

/** Variables that electron-builder uses even if they are empty, as CI sets them for a missing secret. */
const emptyMeansAbsent = /^(?:(?:WIN_)?CSC_|APPLE_|PARLEY_UPDATES$)/

/**
 * The environment in which packages are built, without these variables if they are empty.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function packagingEnvironment(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => !(emptyMeansAbsent.test(name) && (value ?? '').trim() === ''),
    ),
  )
}

/**
 * The electron-builder options for where packages look for updates; without an address they do not look.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string[]}
 * @throws {Error} PARLEY_UPDATES is not an https address
 */
export function updateOptions(environment) {
  const address = environment['PARLEY_UPDATES']
  if (address === undefined) return []
  if (URL.parse(address)?.protocol !== 'https:') {
    throw new Error(`PARLEY_UPDATES must be an https address, not ${address}`)
  }
  return ['-c.publish.provider=generic', `-c.publish.url=${address}`]
}

/**
 * Runs electron-builder on the built app, and installs it first if needed.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} given
 * @returns {Promise<number>} the exit code
 */
export async function runBuilder(args, given) {
  if (!(await installTools())) return 1
  const environment = packagingEnvironment(given)
  return runChild(
    process.execPath,
    [toolFile('electron-builder/cli.js'), ...args, ...updateOptions(environment)],
    { environment },
  )
}
