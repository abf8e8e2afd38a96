import { readdirSync, statSync } from 'node:fs'

import { inProject } from '../project.mjs'
import { isInterruption, runChild } from './run-child.mjs'

const sources = ['src', 'resources', 'package.json', 'package-lock.json', 'electron.vite.config.ts']
/** One output of each part of the build, in the order in which they are written. */
const outputs = [
  'out/main/index.js',
  'out/main/serve.js',
  'out/main/mcp-server.js',
  'out/main/eval.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]

/**
 * Builds if there is no build, or if it is older than its sources. @returns {Promise<boolean>} whether there
 * is a build now
 */
export async function buildIfNeeded() {
  return isBuildFresh() ? true : build()
}

/**
 * Builds main, preload and renderer into `out/`. Prints only to standard error. @returns {Promise<boolean>}
 * whether it succeeded
 */
export async function build() {
  process.stderr.write('Building Parley…\n')
  const code = await runChild(
    process.execPath,
    [inProject('node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    { stdio: ['ignore', 2, 2] },
  )
  if (code !== 0 && !isInterruption(code)) process.stderr.write('The build failed. See its output above.\n')
  return code === 0
}

function isBuildFresh() {
  const builtAtMs = Math.min(...outputs.map((path) => modifiedAtMs(inProject(path)) ?? 0))
  return Math.max(...sources.map((path) => newestUnder(inProject(path)))) <= builtAtMs
}

/**
 * Includes the folders' own times, which change when a file is deleted.
 * @param {string} path
 * @returns {number}
 */
function newestUnder(path) {
  const own = modifiedAtMs(path) ?? 0
  if (own === 0 || !statSync(path).isDirectory()) return own
  return Math.max(own, ...readdirSync(path).map((name) => newestUnder(`${path}/${name}`)))
}

/** @param {string} path */
function modifiedAtMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}
