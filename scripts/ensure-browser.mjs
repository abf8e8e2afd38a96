// Provides a browser for the live tests: finds one, or installs one if that needs no password.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { findBrowser as findInstalled, findHeadlessShell } from '../src/main/hosts/web/find-browser.mjs'
import { findNpmBrowser, unpackNpmBrowser } from './parts/programs/npm-browser.mjs'

const packages = ['chromium', 'xvfb', 'xauth']
const shellPackage = 'chromium-headless-shell'

/** The installed Chromium, Chrome or Edge, or null. */
export function findBrowser() {
  return findInstalled(process.env)
}

/**
 * Finds a browser, or installs Chromium and a virtual display through apt-get if this account can do so
 * without a password. Prints only to standard error.
 * @returns {import('../src/main/hosts/web/find-browser.mjs').InstalledBrowser | null}
 */
export function ensureBrowser() {
  const found = findBrowser()
  if (found !== null) return found
  const prefix = asRootPrefix()
  if (prefix === null || !succeeds('apt-get', ['--version'])) {
    process.stderr.write(
      'The live tests need a browser. Install Chromium, Chrome or Edge (on Debian: apt-get install chromium xvfb), or set PARLEY_BROWSER to the path of one.\n',
    )
    return null
  }
  process.stderr.write(`Installing ${packages.join(', ')} for the live tests…\n`)
  const install = [...prefix, 'apt-get', 'install', '-y', '--no-install-recommends', ...packages]
  if (!runLoud(install) && !(runLoud([...prefix, 'apt-get', 'update']) && runLoud(install))) {
    process.stderr.write('apt-get could not install them. See its output above.\n')
  }
  return findBrowser()
}

/**
 * The browser for live tests: the one that the environment names, or else the headless shell from an npm
 * package, or else Chromium's own from the system's packages, or else an ordinary browser.
 * @returns {import('../src/main/hosts/web/find-browser.mjs').InstalledBrowser | null}
 */
export function ensureTestBrowser() {
  if (isNamed()) return findBrowser()
  const found = unpackNpmBrowser() ?? findHeadlessShell(process.env)
  if (found !== null) return found
  const prefix = asRootPrefix()
  if (prefix !== null && succeeds('apt-get', ['--version'])) {
    // Must come first, because it updates the package lists.
    ensureBrowser()
    // Without such a package, the installed browser serves as well.
    runLoud([...prefix, 'apt-get', 'install', '-y', '--no-install-recommends', shellPackage])
  }
  // These packages may have installed the libraries that it needs.
  return unpackNpmBrowser() ?? findTestBrowser() ?? ensureBrowser()
}

/** The installed browser for live tests; null if there is none. */
export function findTestBrowser() {
  return isNamed() ? findBrowser() : (findNpmBrowser() ?? findHeadlessShell(process.env) ?? findBrowser())
}

function isNamed() {
  return (process.env['PARLEY_BROWSER'] ?? '') !== ''
}

/** The prefix that runs a command as root; null if that would need a password. */
function asRootPrefix() {
  if (process.platform !== 'linux') return null
  if (process.getuid?.() === 0) return []
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}

/** @param {string[]} command */
function runLoud([program = '', ...args]) {
  return (
    spawnSync(program, args, {
      stdio: ['ignore', 2, 2],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = ensureBrowser()
  if (browser === null) process.exitCode = 1
  else console.log(browser.path)
}
