// Runs a TypeScript program of this project, after making sure of what it needs: `node scripts/run.mjs drill race`. Other
// arguments are passed to the program.
import { readdirSync } from 'node:fs'

import { ensureBrowser } from '../ensure-browser.mjs'
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { installTools } from '../parts/programs/tools.mjs'

const hasBrowser = () => ensureBrowser() !== null

/**
 * Each need returns true if it is met, and prints the reason if it is not.
 * @typedef {{ file: string, needs: (() => boolean | Promise<boolean>)[] }} Program
 */

/** @type {Readonly<Record<string, Program>>} */
const programs = {
  bench: { file: 'bench/main.ts', needs: [buildIfNeeded, hasBrowser] },
  'bench:statistics': { file: 'bench/statistics.ts', needs: [] },
  'bench:differences': { file: 'bench/differences.ts', needs: [] },
  screenshots: { file: 'scripts/screenshots.ts', needs: [buildIfNeeded, hasBrowser] },
  // Not part of `npm test`, because the suite changes with the protocol.
  'check:mcp': { file: 'e2e/conformance/check-mcp.ts', needs: [installTools, buildIfNeeded] },
  // Not part of `npm test`, because it needs third-party programs.
  'test:agents': { file: 'e2e/real-agents/real-agents.ts', needs: [buildIfNeeded] },
}

const [name = '', ...args] = process.argv.slice(2)
const program = name === 'drill' ? drill(args.shift()) : programs[name]
if (program === undefined) {
  const available = [...Object.keys(programs), ...drills().map((each) => `drill ${each}`)]
  console.error(`There is no such program. Available: ${available.join(', ')}.`)
  process.exitCode = 1
} else process.exitCode = await run(program)

/**
 * @param {string} [drillName] of a file in e2e/drills
 * @returns {Program | undefined}
 */
function drill(drillName = '') {
  return drills().includes(drillName)
    ? { file: `e2e/drills/${drillName}.ts`, needs: [buildIfNeeded] }
    : undefined
}

function drills() {
  return readdirSync(inProject('e2e/drills')).flatMap((file) =>
    file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : [],
  )
}

/** @param {Program} program */
async function run({ file, needs }) {
  for (const need of needs) if (!(await need())) return 1
  const command = [inProject('scripts/run-typescript.mjs'), inProject(file), ...args]
  return runChild(process.execPath, command)
}
