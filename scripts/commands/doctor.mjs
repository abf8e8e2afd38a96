// Reports what this machine lacks to run, test and package Parley, each with its fix. Changes nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { whyNoWindow } from '../../src/main/hosts/web/find-browser.mjs'
import { findTestBrowser } from '../ensure-browser.mjs'
import { electronPath, findElectron } from '../parts/programs/electron-binary.mjs'
import { whyNoSandbox } from '../parts/programs/electron-sandbox.mjs'
import { inProject } from '../parts/project.mjs'

/**
 * `needed`: without it, `npm start` or `npm test` fails.
 * @typedef {{ what: string, problem: string | null, fix: string, isNeeded: boolean }} Finding
 */

/** @type {Finding[]} */
const findings = [
  {
    what: `Node ${process.versions.node}`,
    problem: null,
    fix: '',
    isNeeded: true,
  },
  {
    what: 'Packages',
    problem: whyPackagesAreOld(),
    fix: 'npm ci',
    isNeeded: true,
  },
  {
    what: 'Database module',
    problem: whyNoDatabase(),
    fix: 'npm ci, with the Node version and on the system that will run Parley',
    isNeeded: true,
  },
  {
    what: 'Git',
    problem: canRun('git', '--version') ? null : 'not found',
    fix: 'Install git: agents that work in a worktree need it, and so do the tests.',
    isNeeded: true,
  },
  {
    what: 'Browser for the live tests',
    problem: findTestBrowser() === null ? 'not found' : null,
    fix: 'Install Chromium, Chrome or Edge, or set PARLEY_BROWSER to the path of one. On Debian and Ubuntu, npm test installs one if it may.',
    isNeeded: true,
  },
  {
    what: 'Window of the web host',
    problem: whyNoWindow(process.env),
    fix: 'Open the address that npm start prints, or install Chromium, Chrome or Edge on a system with a display.',
    isNeeded: false,
  },
  {
    what: 'Electron',
    problem: findElectron() === null ? 'not downloaded yet' : null,
    fix: 'npm start downloads it. Without access to its server, set ELECTRON_OVERRIDE_DIST_PATH to a folder that contains it.',
    isNeeded: false,
  },
  {
    what: 'Sandbox of Electron',
    problem: whyNoSandbox(electronPath()),
    fix: 'npm start prints a profile or a command that allows it, and uses the web host until then.',
    isNeeded: false,
  },
  {
    what: 'Tools of releases and nightly checks',
    problem: existsSync(inProject('tools/node_modules/.package-lock.json')) ? null : 'not installed',
    fix: 'The commands that need them install them.',
    isNeeded: false,
  },
]

for (const { what, problem, fix, isNeeded } of findings) {
  const mark = problem === null ? 'ok     ' : isNeeded ? 'MISSING' : 'without'
  console.log(`${mark} ${what}${problem === null ? '' : `: ${problem}\n          ${fix}`}`)
}
if (findings.some(({ problem, isNeeded }) => problem !== null && isNeeded)) process.exitCode = 1

function whyPackagesAreOld() {
  const installed = inProject('node_modules/.package-lock.json')
  if (!existsSync(installed)) return 'not installed'
  const here = packagesIn(installed)
  const wrong = Object.entries(packagesIn(inProject('package-lock.json'))).filter(
    ([path, { version, optional }]) => path !== '' && !optional && here[path]?.version !== version,
  )
  return wrong.length === 0
    ? null
    : `${wrong.length} are missing or have another version, such as ${wrong[0]?.[0]}`
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

function whyNoDatabase() {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    new Database(':memory:').close()
    return null
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function canRun(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}
