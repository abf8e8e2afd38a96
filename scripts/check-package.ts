// Packs the app for each system with a stand-in for Electron, with and without an update address, and checks the
// packages: their contents, the fuses of the binary, and that the packed web host and commands run. Packages for users
// need the real binary.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { buildIfNeeded } from './parts/programs/build.mjs'
import { runBuilder } from './parts/package/packaging.mjs'
import {
  electronModuleStandIn,
  fuseSentinel,
  makeStandInElectron,
  type PackagedSystem,
} from './parts/package/stand-in-electron.ts'
import { importTool, installTools } from './parts/programs/tools.mjs'
import { inProject } from './parts/project.mjs'

/** The part of `@electron/asar` that is used here. */
interface Asar {
  listPackage: (archive: string, options: { isPack: boolean }) => string[]
  extractAll: (archive: string, folder: string) => void
}

/** A package for each system, built on this one. */
interface Target {
  system: PackagedSystem
  arch: 'x64' | 'arm64'
  /** The folder that electron-builder packs into, and that of its resources there. */
  folder: string
  resources: string
  /** The native module of better-sqlite3. */
  native: string
  commands: string[]
  /** Steps that need a complete Electron, or that system. */
  without: string[]
}

const linux: Target = {
  system: 'linux',
  arch: 'x64',
  folder: 'linux-unpacked',
  resources: 'resources',
  native: 'linux-x64.node',
  commands: ['parley-eval', 'parley-mcp'],
  without: [],
}
const otherTargets: Target[] = [
  {
    system: 'win',
    arch: 'x64',
    folder: 'win-unpacked',
    resources: 'resources',
    native: 'win32-x64.node',
    commands: ['parley-eval.cmd', 'parley-mcp.cmd'],
    without: ['-c.disableAsarIntegrity=true', '-c.win.signAndEditExecutable=false'],
  },
  {
    system: 'mac',
    arch: 'arm64',
    folder: 'mac-arm64/Parley.app',
    resources: 'Contents/Resources',
    native: 'darwin-arm64.node',
    commands: ['parley-eval', 'parley-mcp'],
    without: ['-c.electronFuses.resetAdHocDarwinSignature=false', '-c.mac.identity=null'],
  },
]

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
  const packed = await pack(linux, 'https://updates.invalid')
  const resources = join(packed, linux.resources)
  const faults = [
    ...metadataFaults(),
    ...macFaults(),
    ...contentFaults(resources),
    ...nativeFaults(linux, resources),
    ...fuseFaults(join(packed, 'parley')),
    ...(await runFaults(resources)),
  ]
  for (const target of otherTargets) {
    faults.push(...nativeFaults(target, join(await pack(target, ''), target.resources)))
  }
  // Empty, as CI passes a variable that is not set.
  const silent = join(await pack(linux, ''), linux.resources)
  if (existsSync(updatesFile(silent))) faults.push('a package without an update address checks for updates')
  for (const fault of faults) console.error(`  ${fault}`)
  console.log(faults.length === 0 ? 'The package is correct.' : `Problems found: ${faults.length}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the folder of the unpacked app. */
async function pack({ system, arch, folder: unpacked, without }: Target, updates: string): Promise<string> {
  const electronDist = join(folder, 'electron')
  const output = join(folder, updates === '' ? 'silent' : 'release')
  const { version } = readJson<{ version: string }>('node_modules/electron/package.json')
  rmSync(electronDist, { recursive: true, force: true })
  makeStandInElectron(electronDist, version, system)
  // Converting the PNG for macOS takes a tool that would be downloaded.
  const icon = system === 'mac' ? [`-c.mac.icon=${join(electronDist, 'electron.icns')}`] : []
  const places = [`-c.electronDist=${electronDist}`, `-c.directories.output=${output}`, ...icon]
  const code = await runBuilder(
    [`--${system}`, 'dir', `--${arch}`, '--publish', 'never', ...places, ...without],
    { ...process.env, PARLEY_UPDATES: updates, CSC_LINK: '' },
  )
  if (code !== 0) throw new Error(`electron-builder exited with code ${code}`)
  return join(output, unpacked)
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
  const bytes = readFileSync(archive).length
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is not in the package`),
    ...files.filter(isForeign).map((file) => `${file} is in the package and should not be`),
    ...(existsSync(updatesFile(resources)) ? [] : ['the package has no update address']),
    ...(bytes > largestAsarBytes ? [`the archive is too large: ${bytes} bytes`] : []),
  ]
}

/** The native module and the commands that a package has: only those of its own system. */
function nativeFaults({ system, native, commands }: Target, resources: string): string[] {
  const namesIn = (name: string) =>
    existsSync(join(resources, name)) ? readdirSync(join(resources, name)).toSorted() : []
  const natives = namesIn('app.asar.unpacked/node_modules/better-sqlite3/prebuilds').join()
  const programs = namesIn('bin')
  const isExecutable = (name: string) => (statSync(join(resources, 'bin', name)).mode & 0o111) !== 0
  return [
    ...(natives === native ? [] : [`the native modules for ${system} are “${natives}”, not ${native}`]),
    ...(programs.join() === commands.join() ? [] : [`the commands for ${system} are “${programs.join()}”`]),
    ...programs
      .filter((name) => system !== 'win' && !isExecutable(name))
      .map((name) => `${name} for ${system} is not executable`),
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
    ...(await windowFaults(app)),
    ...(await commandFaults(app)),
    ...(isServed ? [] : ['the packaged app does not serve its page']),
    ...(code === 0 ? [] : [`the packaged app exited with code ${code}`]),
  ]
}

/** True if the one-time address leads to the page, like in a browser. */
async function servesPage(address: string): Promise<boolean> {
  const welcome = await fetch(address, { redirect: 'manual' })
  const cookie = welcome.headers
    .getSetCookie()
    .map((given) => given.split(';')[0])
    .join('; ')
  const page = await fetch(new URL(welcome.headers.get('location') ?? '', address), { headers: { cookie } })
  return page.ok && (await page.text()).includes('<div id="root"')
}

/** Starts the main module as Electron does, until it has opened a window, and ends it. */
async function windowFaults(app: string): Promise<string[]> {
  const reportFile = join(folder, 'start-report')
  const main = ['--import', electronModuleStandIn, join(app, 'out/main/index.js')]
  const child = spawn(process.execPath, [...main, '--user-data', join(folder, 'window-data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
    env: { ...process.env, PARLEY_START_REPORT: reportFile },
  })
  const ended = once(child, 'close') as Promise<[code: number | null]>
  const facts: Record<string, boolean> = { preload: false, icon: false, page: false }
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as Record<string, boolean>
    Object.assign(facts, said)
    if (said['page'] !== undefined) child.kill('SIGTERM')
  }
  const [code] = await ended
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8').trim() : 'nothing'
  return [
    ...Object.entries(facts).flatMap(([name, isFound]) =>
      isFound ? [] : [`a window would not find its ${name}`],
    ),
    ...(code === 0 && report === 'shown'
      ? []
      : [`a start with a window ends with code ${code} and reports ${report}`]),
  ]
}

/** Starts the main module as Electron does with an option for a command, and talks to it. */
async function commandFaults(app: string): Promise<string[]> {
  const start = async (args: string[], input: string) => {
    const main = ['--import', electronModuleStandIn, join(app, 'out/main/index.js'), ...args]
    const child = spawn(process.execPath, main, { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(input)
    let output = ''
    for await (const chunk of child.stdout) output += String(chunk)
    return output
  }
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'check-package', version: '1' },
    },
  }
  const served = await start(
    ['--mcp', '--', '--user-data', join(folder, 'data')],
    `${JSON.stringify(request)}\n`,
  )
  const help = await start(['--eval', '--', '--help'], '')
  return [
    ...(served.includes('"serverInfo":{"name":"parley"') ? [] : [`--mcp does not serve MCP: ${served}`]),
    ...(help.startsWith('Usage: parley-eval') ? [] : [`--eval does not run: ${help}`]),
  ]
}
