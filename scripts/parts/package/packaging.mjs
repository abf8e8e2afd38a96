import { inProject } from '../project.mjs'
import { runChild } from '../run-child.mjs'

/** What electron-builder takes for a value although it is empty, as CI sets it for a secret that is not there. */
const emptyMeansAbsent = /^(?:(?:WIN_)?CSC_|APPLE_|PARLEY_UPDATES$)/

/**
 * The environment in which packages are built: a variable without a value is as one that is absent.
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
 * Where the packages will look for updates, as options of electron-builder; without an address they look for none.
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
 * Runs electron-builder on what is built.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} given
 * @returns {Promise<number>} the exit code
 */
export function runBuilder(args, given) {
  const environment = packagingEnvironment(given)
  return runChild(
    process.execPath,
    [inProject('node_modules/electron-builder/cli.js'), ...args, ...updateOptions(environment)],
    { environment },
  )
}
