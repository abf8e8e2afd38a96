// Starts processes: what `npm start` prints, and how it ends, when Electron does not start as it should.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

import { beforeEach, expect, it, vi } from 'vitest'

import { needsPosix, needsProc } from '../src/main/base/testing/needs.ts'
import { temporaryFolder } from '../src/main/base/testing/temporary-folder.ts'
import { runElectron } from './parts/programs/electron-start.mjs'

beforeEach(needsPosix)

const root = join(import.meta.dirname, '..')
const replaced = {
  'parts/project.mjs': `
    import { join } from 'node:path'
    export const root = ${JSON.stringify(root)}
    export const inProject = (first, ...rest) =>
      join(first === 'node_modules/electron' ? process.env.TEST_PACKAGE ?? '' : join(root, first), ...rest)`,
  'programs/build.mjs': 'export const buildIfNeeded = async () => true',
  'programs/web-host.mjs': `export const webHost = ['--eval', 'console.log("the web host runs", ...process.argv.slice(1))', '--']`,
}
/** Replaces the build and the web host, which have their own tests, and the folder of the package `electron`. */
const replacing = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const replaced = ${JSON.stringify(replaced)}
  registerHooks({
    load(url, context, next) {
      const name = Object.keys(replaced).find((each) => url.endsWith(each))
      if (name === undefined) return next(url, context)
      return { format: 'module', shortCircuit: true, source: replaced[name] }
    },
  })`)}`

/** Runs `npm start` with `content` as Electron; none if it is null. `through` is what starts Node. */
function begin(
  content: string | Buffer | null,
  args: string[] = [],
  variables: NodeJS.ProcessEnv = {},
  through: string[] = [],
) {
  const folder = temporaryFolder()
  if (content !== null) writeFileSync(join(folder, 'electron'), content, { mode: 0o755 })
  const start = [join(import.meta.dirname, 'run.mjs'), 'start']
  const command = [...through, process.execPath, '--import', replacing, ...start, '--no-sandbox', ...args]
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: ':99',
      PARLEY_BROWSER: join(folder, 'no-browser'),
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      ...variables,
    },
  })
  return {
    child,
    folder,
    ended: async () => {
      const printed = Promise.all([text(child.stdout), text(child.stderr)])
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, lines: (await printed).join('').trim().replaceAll(folder, 'FOLDER').split('\n') }
    },
  }
}

const run = (...given: Parameters<typeof begin>) => begin(...given).ended()

/** Runs `npm start` with an installer of Electron that contains `code`, after an unpacking that was interrupted. */
function beginInstalling(code: string) {
  const folder = temporaryFolder()
  mkdirSync(dirname(join(folder, electronName)), { recursive: true })
  writeFileSync(join(folder, electronName), script('exit 99'), { mode: 0o755 })
  writeFileSync(join(folder, 'install.js'), code)
  return { ...begin(null, [], { ELECTRON_OVERRIDE_DIST_PATH: '', TEST_PACKAGE: folder }), folder }
}
const script = (...lines: string[]) => ['#!/bin/sh', ...lines, ''].join('\n')
const electronName =
  process.platform === 'darwin' ? 'dist/Electron.app/Contents/MacOS/Electron' : 'dist/electron'

const failures: [kind: string, content: string | Buffer, reason: string][] = [
  ['a crash', script('kill -SEGV $$'), 'it was ended by SIGSEGV'],
  ['an end that looks fine', script('exit 0'), 'it ended without a message'],
  [
    'a missing library',
    script('echo "electron: error while loading shared libraries: libnss3.so: cannot open" >&2', 'exit 127'),
    'the shared library libnss3.so is missing; your system’s package manager can install it',
  ],
  [
    'a failure that Parley reports',
    script(
      'echo shown >> "$PARLEY_START_REPORT"',
      'echo "failed The disk is full." >> "$PARLEY_START_REPORT"',
      'exit 1',
    ),
    'The disk is full',
  ],
]

/** On Linux, a shell would otherwise run any file. */
const damages: typeof failures = [
  [
    'a missing interpreter',
    '#!/no/such/program\n',
    'FOLDER/electron needs a C library that this system does not have',
  ],
  ['the page of a captive portal', '<!doctype html>', 'FOLDER/electron is not a program'],
]

async function startsWebHost(content: string | Buffer, reason: string) {
  const { code, lines } = await run(content)
  expect(lines.filter((line) => line.includes('the web host'))).toEqual([
    `Starting Parley on the web host, without a window (Parley did not start in Electron: ${reason}; no Chromium, Chrome or Edge is installed).`,
    'the web host runs --no-open',
  ])
  expect(code).toBe(0)
}

it.for(failures)('names %s, and starts the web host', ([, content, reason]) => startsWebHost(content, reason))

it.for(damages)('names %s, and starts the web host', ([, content, reason], ctx) => {
  needsProc(ctx)
  return startsWebHost(content, reason)
})

it('fails with the reason if Electron was asked for', async () => {
  const electron = ['--host', 'electron']
  const [crash, early, missing] = await Promise.all([
    run(script('kill -SEGV $$'), electron),
    run(script('exit 0'), electron),
    run(null, electron),
  ])
  expect([crash.lines.at(-1), crash.code]).toEqual([
    'Parley did not start in Electron: it was ended by SIGSEGV.',
    139,
  ])
  expect([early.lines.at(-1), early.code]).toEqual([
    'Parley did not start in Electron: it ended without a message.',
    1,
  ])
  expect(missing).toEqual({
    code: 1,
    lines: [
      'Electron is not installed: ELECTRON_OVERRIDE_DIST_PATH is set, but FOLDER/electron does not exist. To use the web host: npm start -- --host web',
    ],
  })
})

it('leaves nothing behind, passes on arguments, and does not let the terminal of an editor turn Electron into Node', async () => {
  const temporary = temporaryFolder()
  const electron = script('echo shown > "$PARLEY_START_REPORT"', 'echo "$# $2 $ELECTRON_RUN_AS_NODE."')
  const variables = { ELECTRON_RUN_AS_NODE: '1', TMPDIR: temporary }
  const { code, lines } = await run(electron, ['parley://settings'], variables)
  expect(lines.slice(1).map((line) => line.replace(/\d \S+/, 'n path'))).toEqual(['n path .'])
  expect(code).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
})

it('says in one line that Parley is already running', async () => {
  expect(await run(script('echo running-already > "$PARLEY_START_REPORT"'))).toEqual({
    code: 0,
    lines: [
      'Starting Parley in Electron (it is installed).',
      'Parley is already running. Its window was brought to the front.',
    ],
  })
})

it('explains a long silence', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'electron')
  writeFileSync(path, script('while [ ! -e "$0.hinted" ]; do sleep 0.05; done'), { mode: 0o755 })
  const said = vi.spyOn(console, 'error').mockImplementation(() => writeFileSync(`${path}.hinted`, ''))
  await runElectron(path, [], { hintAfterMs: 20 })
  expect(said.mock.calls).toEqual([[expect.stringContaining('Electron has shown no window for 0.02 s.')]])
})

it('names a crash after the window was shown, and starts nothing else', async () => {
  const { code, lines } = await run(script('echo shown > "$PARLEY_START_REPORT"', 'kill -SEGV $$'))
  expect(lines.slice(1)).toEqual(['Electron ended unexpectedly: it was ended by SIGSEGV.'])
  expect(code).toBe(139)
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'ends with the exit code of %s, and starts nothing else, if Electron hangs',
  async (signal, code) => {
    const { child, folder, ended } = begin(script('touch "$0.runs"', 'exec sleep 60'))
    await expect.poll(() => existsSync(join(folder, 'electron.runs'))).toBe(true)
    child.kill(signal)
    expect(await ended()).toEqual({ code, lines: ['Starting Parley in Electron (it is installed).'] })
  },
)

it('ends, and starts nothing else, when npm is ended while Electron hangs', async () => {
  const shell = ['sh', '-c', '"$0" "$@"; true']
  const variables = { npm_lifecycle_event: 'start' }
  const { child, folder } = begin(script('touch "$0.runs"', 'exec sleep 60'), [], variables, shell)
  await expect.poll(() => existsSync(join(folder, 'electron.runs'))).toBe(true)
  child.kill('SIGKILL')
  // Both keep it open.
  expect(await text(child.stdout)).toBe('Starting Parley in Electron (it is installed).\n')
})

it('continues without a reader of what it prints', async () => {
  const { child } = begin(script('exit 3'))
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('unpacks Electron again if that was interrupted', async () => {
  const name = electronName.slice('dist/'.length)
  const { ended } = beginInstalling(`
    require('node:fs').writeFileSync(__dirname + '/${electronName}', ${JSON.stringify(script('echo running-already > "$PARLEY_START_REPORT"'))})
    require('node:fs').writeFileSync(__dirname + '/path.txt', '${name}')`)
  const { lines } = await ended()
  // The download may be announced.
  expect(lines.filter((line) => line.includes('Parley'))).toEqual([
    'Starting Parley in Electron (it was just downloaded).',
    'Parley is already running. Its window was brought to the front.',
  ])
})

it.each([
  ['a server that cannot be reached', `fetch('http://127.0.0.1:9')`, 'bad port'],
  [
    'a full disk',
    `Promise.reject(new Error('ENOSPC: no space left on device'))`,
    'ENOSPC: no space left on device',
  ],
  ['a connection that was lost', `Promise.reject(new TypeError('terminated'))`, 'the connection was closed'],
])('names %s while it downloads Electron, and starts the web host', async (_kind, download, reason) => {
  const { ended } = beginInstalling(`${download}.catch((error) => {
    console.error(error.stack)
    process.exit(1)
  })`)
  const { lines } = await ended()
  expect(lines).toEqual([
    `Starting Parley on the web host, without a window (Electron is not installed: it could not be downloaded and unpacked (${reason}); no Chromium, Chrome or Edge is installed).`,
    'the web host runs --no-open',
  ])
})

it('does not start the web host if the user interrupts the download', async () => {
  const { child, folder, ended } = beginInstalling(`
    require('node:fs').writeFileSync(__dirname + '/runs', '')
    setInterval(() => {}, 1_000)`)
  await expect.poll(() => existsSync(join(folder, 'runs'))).toBe(true)
  child.kill('SIGINT')
  expect(await ended()).toEqual({ code: 130, lines: [''] })
})
