import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

import { inProject } from '../project.mjs'
import { runChild } from './run-child.mjs'

const lockFile = inProject('tools/package-lock.json')
/** npm writes it at the end of an installation. */
const installed = inProject('tools/node_modules/.package-lock.json')
const require = createRequire(lockFile)

/**
 * Installs the packages of `tools/package.json` if they are missing or older than their lock file. They make up two fifths
 * of all packages, and only releases and nightly checks need them.
 * @returns {Promise<boolean>} whether they are there now
 */
export async function installTools() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) return true
  process.stderr.write('Installing the tools of releases and nightly checks…\n')
  // Under `npm run`, npm says where its own program is; on Windows, only a shell could start it by name.
  const npm = process.env['npm_execpath']
  const [command, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const code = await runChild(command, [...args, 'ci', '--prefix', inProject('tools')], {
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) process.stderr.write('The tools could not be installed. See the output above.\n')
  return code === 0
}

/**
 * A file of an installed tool, such as `electron-builder/cli.js`, or the main file of a package.
 * @param {string} specifier
 * @returns {string} its path
 */
export function toolFile(specifier) {
  return require.resolve(specifier)
}

/**
 * Loads a tool that is installed. Its types are not, so the caller says what it uses.
 * @param {string} specifier
 * @returns {Promise<unknown>}
 */
export function importTool(specifier) {
  return import(pathToFileURL(toolFile(specifier)).href)
}
