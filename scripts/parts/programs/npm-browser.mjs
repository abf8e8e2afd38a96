import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { inProject } from '../project.mjs'

/** @typedef {import('../../../src/main/hosts/web/find-browser.mjs').InstalledBrowser} InstalledBrowser */

const packageFolder = inProject('node_modules/@sparticuz/chromium')
const cacheFolder = inProject('node_modules/.cache/parley')

/**
 * Chromium's headless shell from an npm package, which uses two thirds of the processor time of Debian's.
 * Null if it was not unpacked or does not run.
 * @returns {InstalledBrowser | null}
 */
export function findNpmBrowser() {
  const path = placeOf()
  return path !== null && existsSync(path) ? { name: 'Chromium (headless shell, npm)', path } : null
}

/**
 * Unpacks it if it runs here; it needs shared libraries that Debian's Chromium package depends on.
 * @returns {InstalledBrowser | null}
 */
export function unpackNpmBrowser() {
  const found = findNpmBrowser()
  const path = placeOf()
  if (found !== null || path === null) return found
  const unpacked = join(cacheFolder, `chromium-${process.pid}`)
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(unpacked, brotliDecompressSync(readFileSync(join(packageFolder, 'bin/chromium.br'))))
  chmodSync(unpacked, 0o755)
  if (opensPages(unpacked)) renameSync(unpacked, path)
  rmSync(unpacked, { force: true })
  return findNpmBrowser()
}

/** The folder for it, by version; null if this system is not supported. */
function placeOf() {
  const manifest = join(packageFolder, 'package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return null
  const { version } = /** @type {{ version: string }} */ (JSON.parse(readFileSync(manifest, 'utf8')))
  return join(cacheFolder, `chromium-headless-shell-${version}`)
}

/**
 * False if shared libraries are missing.
 * @param {string} path
 */
function opensPages(path) {
  const program = `
    import { chromium } from '@playwright/test'
    const browser = await chromium.launch(${JSON.stringify({ executablePath: path })})
    await (await browser.newPage()).goto('data:text/html,<p>')
    await browser.close()`
  const options = { cwd: inProject('.'), timeout: 30_000, stdio: /** @type {const} */ ('ignore') }
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], options).status === 0
}
