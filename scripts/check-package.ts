// Packs the app with a stand-in for Electron, with and without an update address, and checks the package: its
// contents, the fuses of its binary, and that the packed web host runs. Packages for users need the real
// binary.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { buildIfNeeded } from './parts/programs/build.mjs'
import { runBuilder } from './parts/package/packaging.mjs'
import { fuseSentinel, makeStandInElectron } from './parts/package/stand-in-electron.ts'
import { importTool, installTools } from './parts/programs/tools.mjs'
import { inProject } from './parts/project.mjs'

/** The part of `@electron/asar` that is used here. */
interface Asar {
  listPackage: (archive: string, options: { isPack: boolean }) => string[]
  extractAll: (archive: string, folder: string) => void
}

/** Several times the current size; a larger archive contains something that does not belong in it. */
const largestAsarBytes = 40 * 1024 * 1024
/** Fuses in the order of the binary; `0` is off. Fuses that are not listed may be either. */
const expectedFuses: [index: number, name: string, state: '0' | '1'][] = [
  [0, 'run as Node', '0'],
  [1, 'encrypted cookies', '1'],
  // If it is off, NODE_EXTRA_CA_CERTS is ignored.
  [2, 'NODE_OPTIONS and NODE_EXTRA_CA_CERTS', '1'],
  [3, 'inspector arguments', '0'],
  [4, 'integrity of the archive', '1'],
  [5, 'nothing but the archive', '1'],
  [7, 'rights of file pages', '0'],
]

if (!(await installTools())) process.exit(1)
const { extractAll, listPackage } = (await importTool('@electron/asar')) as Asar
const folder = mkdtempSync(join(tmpdir(), 'parley-package-'))
try {
  if (!(await buildIfNeeded())) throw new Error('The build failed, so there is nothing to package.')
  const resources = join(await pack('https://updates.invalid'), 'resources')
  const faults = [
    ...metadataFaults(),
    ...macFaults(),
    ...contentFaults(resources),
    ...fuseFaults(join(resources, '..', 'parley')),
    ...(await runFaults(resources)),
  ]
  // Empty, as CI passes a variable that is not set.
  const silent = join(await pack(''), 'resources')
  if (existsSync(updatesFile(silent))) faults.push('a package without an update address checks for updates')
  for (const fault of faults) console.error(`  ${fault}`)
  console.log(faults.length === 0 ? 'The package is correct.' : `Problems found: ${faults.length}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the folder of the unpacked app. */
async function pack(updates: string): Promise<string> {
  const electronDist = join(folder, 'electron')
  const output = join(folder, updates === '' ? 'silent' : 'release')
  const { version } = readJson<{ version: string }>('node_modules/electron/package.json')
  rmSync(electronDist, { recursive: true, force: true })
  makeStandInElectron(electronDist, version)
  const places = [`-c.electronDist=${electronDist}`, `-c.directories.output=${output}`]
  const code = await runBuilder(['--linux', 'dir', '--x64', '--publish', 'never', ...places], {
    ...process.env,
    PARLEY_UPDATES: updates,
    CSC_LINK: '',
  })
  if (code !== 0) throw new Error(`electron-builder exited with code ${code}`)
  return join(output, 'linux-unpacked')
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(inProject(path), 'utf8')) as Content
}

function updatesFile(resources: string): string {
  return join(resources, 'app-update.yml')
}

/** Metadata that electron-builder requires only for a deb, whose tools it would have to download. */
function metadataFaults(): string[] {
  const { author, homepage } = readJson<{ author?: { name?: string; email?: string }; homepage?: string }>(
    'package.json',
  )
  const isMissing = [author?.name, author?.email, homepage].some((value) => (value ?? '') === '')
  return isMissing
    ? ['package.json must have an author with an email address and a homepage to build a deb']
    : []
}

/** Checks the settings for what only a Mac can build. */
function macFaults(): string[] {
  const settings = readFileSync(inProject('electron-builder.yml'), 'utf8')
  const targets = [...settings.matchAll(/- target: (dmg|zip)\n +arch: \[(.+)\]/g)]
  const missing = ['dmg', 'zip'].flatMap((target) => {
    const architectures = targets.find(([, name]) => name === target)?.[2]?.split(', ') ?? []
    return ['arm64', 'x64'].filter((name) => !architectures.includes(name)).map((name) => `${target} ${name}`)
  })
  return [
    ...missing.map((name) => `${name} is not built for macOS`),
    ...(/^ +resetAdHocDarwinSignature: true$/m.test(settings)
      ? []
      : ['macOS on Apple silicon does not run unsigned builds']),
  ]
}

function contentFaults(resources: string): string[] {
  const archive = join(resources, 'app.asar')
  const files = listPackage(archive, { isPack: false })
  const needed = [
    '/package.json',
    '/out/main/index.js',
    '/out/main/store-worker.js',
    '/out/main/tool-worker.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/resources/icon.png',
    '/node_modules/better-sqlite3/lib/index.js',
  ]
  const native = join(resources, 'app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node')
  const bytes = readFileSync(archive).length
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is not in the package`),
    ...files.filter(isForeign).map((file) => `${file} is in the package and should not be`),
    ...(existsSync(native) ? [] : ['the native module of better-sqlite3 is not unpacked']),
    ...(existsSync(updatesFile(resources)) ? [] : ['the package has no update address']),
    ...(bytes > largestAsarBytes ? [`the archive is too large: ${bytes} bytes`] : []),
  ]
}

function isForeign(file: string): boolean {
  return (
    /^\/(src|e2e|bench|docs|scripts|tools)(\/|$)|\.map$|\.tsx?$/.test(file) ||
    /^\/node_modules\/(?!better-sqlite3(\/|$))[^/]+/.test(file)
  )
}

function fuseFaults(binary: string): string[] {
  const bytes = readFileSync(binary)
  const wire = bytes.indexOf(fuseSentinel) + fuseSentinel.length + 2
  return expectedFuses.flatMap(([index, name, state]) =>
    String.fromCharCode(bytes[wire + index] ?? 0) === state ? [] : [`the fuse “${name}” is not ${state}`],
  )
}

/** Extracts the archive and runs it with Node, which fails if anything was left out. */
async function runFaults(resources: string): Promise<string[]> {
  const app = join(folder, 'app')
  extractAll(join(resources, 'app.asar'), app)
  const child = spawn(
    process.execPath,
    [join(app, 'out/main/serve.js'), '--port', '0', '--user-data', join(folder, 'data'), '--no-open'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'close') as Promise<[code: number | null]>
  let isServed = false
  for await (const line of createInterface({ input: child.stdout })) {
    isServed = await servesPage((JSON.parse(line) as { url: string }).url)
    child.stdin.end()
  }
  const [code] = await ended
  return [
    ...(isServed ? [] : ['the packaged app does not serve its page']),
    ...(code === 0 ? [] : [`the packaged app exited with code ${code}`]),
  ]
}

/** Whether the one-time address leads to the page, like in a browser. */
async function servesPage(address: string): Promise<boolean> {
  const welcome = await fetch(address, { redirect: 'manual' })
  const cookie = welcome.headers
    .getSetCookie()
    .map((given) => given.split(';')[0])
    .join('; ')
  const page = await fetch(new URL(welcome.headers.get('location') ?? '', address), { headers: { cookie } })
  return page.ok && (await page.text()).includes('<div id="root"')
}
