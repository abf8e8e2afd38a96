import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import type { FakeRecord } from './parts/agent-home.ts'

/** The programs that can be installed, by their names on a search path. */
export const fakePrograms = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'claude-agent-acp',
  'codex-acp',
] as const
export type FakeProgram = (typeof fakePrograms)[number]

const lineFeed = 10

/**
 * The folder of the bundled programs, if they were bundled for this test run; otherwise the sources are
 * started.
 */
export const bundleVariable = 'PARLEY_BUNDLED_FAKES'

/** A folder with fakes, and a separate home. */
export interface InstalledFakes extends Disposable {
  /** The folder with the executables. */
  path: string
  /** Where the fakes keep their sessions; also the home folder in `environment`. */
  home: string
  /** To merge into the environment of the process that starts the fakes; they come first on its search path. */
  environment: { PATH: string; HOME: string }
  /** The absolute path of a program. */
  executable(program: FakeProgram): string
  /** Everything that the fakes have received, in the order in which they recorded it. */
  records(): FakeRecord[]
}

/** The source file of a program. */
export function sourceOf(program: FakeProgram): string {
  return join(import.meta.dirname, 'programs', `${program}.ts`)
}

/**
 * Installs the programs `only`, or all `without` some, into a temporary folder. Disposing of the result
 * removes the folder but ends no processes. It throws if a fake was given an unknown word, because such a
 * test has proved nothing.
 */
export function installFakes(
  choice: { only?: readonly FakeProgram[]; without?: readonly FakeProgram[] } = {},
): InstalledFakes {
  const root = mkdtempSync(join(tmpdir(), 'parley-fakes-'))
  const [path, home] = [join(root, 'bin'), join(root, 'home')]
  mkdirSync(path)
  mkdirSync(home)
  const chosen = (choice.only ?? fakePrograms).filter((program) => choice.without?.includes(program) !== true)
  for (const program of chosen) writeExecutable(join(path, program), program, home)
  const records = recordsIn(home)
  return {
    path,
    home,
    environment: { PATH: [path, process.env['PATH']].join(delimiter), HOME: home },
    executable: (program) => join(path, program),
    records,
    [Symbol.dispose]: () => {
      const refused = records().filter((record) => record.type === 'refused')
      rmSync(root, { recursive: true, force: true })
      const problems = refused.map(({ program, problem }) => `${program}: ${problem}`)
      if (problems.length > 0) throw new Error(`fakes were given unknown words: ${problems.join('; ')}`)
    },
  }
}

function writeExecutable(file: string, program: FakeProgram, home: string): void {
  const bundle = process.env[bundleVariable]
  // With exec, so that the started process is the fake itself.
  const script = [
    '#!/bin/sh',
    `FAKE_AGENT_HOME="\${FAKE_AGENT_HOME:-${home}}"`,
    'export FAKE_AGENT_HOME',
    // Caches the compiled code, which would otherwise take most of a short run.
    `export NODE_COMPILE_CACHE='${join(bundle ?? join(home, '..'), 'compiled')}'`,
    `exec '${process.execPath}' --no-warnings '${bundle === undefined ? sourceOf(program) : join(bundle, `${program}.js`)}' "$@"`,
  ]
  writeFileSync(file, `${script.join('\n')}\n`)
  chmodSync(file, 0o755)
}

/** A reader of all records. It parses only those that are new, because a suite looks often and its records are long. */
function recordsIn(home: string): () => FakeRecord[] {
  const file = join(home, '.fake-agents', 'records.jsonl')
  const known: FakeRecord[] = []
  let readBytes = 0
  return () => {
    const added = existsSync(file) ? readFrom(file, readBytes) : Buffer.alloc(0)
    // Ends with the last whole line.
    const whole = added.subarray(0, added.lastIndexOf(lineFeed) + 1)
    readBytes += whole.length
    const lines = whole.toString('utf8').split('\n')
    known.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FakeRecord))
    return [...known]
  }
}

/** The bytes of a file from this position to its end. */
function readFrom(file: string, position: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - position))
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, position))
  } finally {
    closeSync(handle)
  }
}
