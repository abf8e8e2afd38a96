import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import type { FakeRecord } from './parts/agent-home.ts'

/** The programs that can be installed, by the names that they have on a search path. */
export const fakePrograms = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'claude-agent-acp',
  'codex-acp',
  'fake-cli',
] as const
export type FakeProgram = (typeof fakePrograms)[number]

/** Where the bundled programs are, if they were bundled for this run of the tests; else the sources are started. */
export const bundleVariable = 'PARLEY_BUNDLED_FAKES'

/** A folder with fakes on it, and a home of their own. */
export interface InstalledFakes extends Disposable {
  /** The folder with the executables. */
  path: string
  /** Where the fakes keep their sessions; also the home folder in `environment`. */
  home: string
  /** To be laid over the environment of whoever is to find the fakes: they come first on its search path. */
  environment: { PATH: string; HOME: string }
  /** The executable of a program, in full. */
  executable(program: FakeProgram): string
  /** What the fakes got so far, in the order in which they wrote it down. */
  records(): FakeRecord[]
}

/** The source file of a program. */
export function sourceOf(program: FakeProgram): string {
  const folder = program === 'fake-cli' ? import.meta.dirname : join(import.meta.dirname, 'programs')
  return join(folder, `${program}.ts`)
}

/**
 * Installs the fakes into a temporary folder: the programs `only`, or all of them `without` some. Dispose of it to
 * remove the folder; processes that still run are the caller's to end. Disposing of it throws when a fake was given a
 * word that it does not know, because a test that asked for something else than it got has shown nothing.
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
  return {
    path,
    home,
    environment: { PATH: [path, process.env['PATH']].join(delimiter), HOME: home },
    executable: (program) => join(path, program),
    records: () => readRecords(home),
    [Symbol.dispose]: () => {
      const refused = readRecords(home).filter((record) => record.type === 'refused')
      rmSync(root, { recursive: true, force: true })
      const problems = refused.map(({ program, problem }) => `${program}: ${problem}`)
      if (problems.length > 0)
        throw new Error(`fakes were asked for what they cannot do: ${problems.join('; ')}`)
    },
  }
}

function writeExecutable(file: string, program: FakeProgram, home: string): void {
  const bundle = process.env[bundleVariable]
  // By exec, so that the process that is started is the fake itself.
  const script = [
    '#!/bin/sh',
    `FAKE_AGENT_HOME="\${FAKE_AGENT_HOME:-${home}}"`,
    'export FAKE_AGENT_HOME',
    // What was compiled once is not compiled again: most of a short life would be that.
    `export NODE_COMPILE_CACHE='${join(bundle ?? join(home, '..'), 'compiled')}'`,
    `exec '${process.execPath}' --no-warnings '${bundle === undefined ? sourceOf(program) : join(bundle, `${program}.js`)}' "$@"`,
  ]
  writeFileSync(file, `${script.join('\n')}\n`)
  chmodSync(file, 0o755)
}

function readRecords(home: string): FakeRecord[] {
  const file = join(home, '.fake-agents', 'records.jsonl')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FakeRecord)
}
