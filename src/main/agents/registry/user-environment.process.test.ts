// Needs processes: the search path of a terminal is what the user's own shell makes of it.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { needsPosix } from '../../base/testing/needs'
import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { isAlive } from '../supervisor/testing/supervised'
import { userEnvironment } from './user-environment'

beforeEach(needsPosix)

const short = ['/usr/bin', '/bin'].join(delimiter)

/** The environment of an app that was started from a menu, with a login shell that reads these lines at its start. */
function fromMenu(lines: string, shell = '/bin/bash'): NodeJS.ProcessEnv & { HOME: string } {
  const home = temporaryFolder()
  for (const file of ['.bashrc', '.zshrc', '.profile', '.cshrc', '.config/fish/config.fish']) {
    mkdirSync(join(home, file, '..'), { recursive: true })
    writeFileSync(join(home, file), lines)
  }
  writeFileSync(join(home, '.bash_profile'), '. ~/.bashrc\n')
  return { HOME: home, SHELL: shell, PATH: short, ANTHROPIC_API_KEY: 'sk-ant-not-for-it' }
}

/** A shell that is a script. */
function scriptedShell(lines: string): string {
  const path = join(temporaryFolder(), 'shell')
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

async function foldersOf(environment: NodeJS.ProcessEnv): Promise<string[]> {
  return ((await userEnvironment(environment)).PATH ?? '').split(delimiter)
}

test.for([
  ['/bin/bash', 'export PATH="$HOME/own tools:$PATH"'],
  ['/bin/dash', 'export PATH="$HOME/own tools:$PATH"'],
  ['/bin/zsh', 'export PATH="$HOME/own tools:$PATH"'],
  ['/usr/bin/fish', 'set -x PATH "$HOME/own tools" $PATH'],
  ['/usr/bin/tcsh', 'set path = ("$HOME/own tools" $path:q)'],
])(
  'from a menu, programs get the folders that %s has in a terminal',
  async ([shell = '', line = ''], context) => {
    context.skip(!existsSync(shell), `${shell} is not installed`)
    const environment = fromMenu(`${line}\n`, shell)
    const folders = await foldersOf(environment)
    expect(folders[0]).toBe(join(environment.HOME, 'own tools'))
    expect(folders).toContain('/usr/bin')
  },
)

test.each([
  ['prints a lot', 'seq 1 20000; printf "\\033]0;title\\a"; export PATH=/own:$PATH'],
  ['asks something', 'read -p "Update? [y/n] " answer; read answer </dev/tty; export PATH=/own:$PATH'],
  ['prints every command', 'set -xv; export PATH=/own:$PATH'],
  ['fails', 'export PATH=/own:$PATH; false; nonsense 2>&1'],
  ['leaves a process that keeps its output open', 'sleep 1000 & export PATH=/own:$PATH'],
  ['has relative folders on its path', 'export PATH=/own:.:node_modules/.bin::$PATH'],
])('a shell that %s is understood', async (_name, lines) => {
  const folders = await foldersOf(fromMenu(`${lines}\n`))
  expect(folders[0]).toBe('/own')
  expect(folders.filter((folder) => !folder.startsWith('/'))).toEqual([])
})

test('does not mistake a command that the shell echoes for its output', async () => {
  const shell = scriptedShell('printf "\\033]0;$4\\a"; PATH=/own:$PATH; eval "$4"')
  expect(await foldersOf(fromMenu('', shell))).toEqual(['/own', '/usr/bin', '/bin'])
})

test.each([
  ['ends at once', 'exit 1'],
  ['becomes another program', 'exec /bin/true'],
  ['is none', ''],
])('if the shell %s, programs get the usual folders that exist', async (_name, lines) => {
  const environment = fromMenu('', scriptedShell(lines))
  const bin = join(environment.HOME, '.local/bin')
  mkdirSync(bin, { recursive: true })
  const folders = await foldersOf(environment)
  expect(folders.slice(0, 3)).toEqual(['/usr/bin', '/bin', bin])
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([])
})

test('a shell that hangs is ended with its group after 5 s', async () => {
  const clock = createManualClock()
  const environment = fromMenu(
    'sleep 1000 & echo $! > ~/pids; echo $$ >> ~/pids; echo ready > ~/ready; wait\n',
  )
  const asking = userEnvironment(environment, clock)
  await expect.poll(() => existsSync(join(environment.HOME, 'ready'))).toBe(true)
  clock.advance(5_000)
  expect((await asking).PATH).toMatch(short)
  const pids = readFileSync(join(environment.HOME, 'pids'), 'utf8').trim().split('\n').map(Number)
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('the shell is started once, without keys, by however many ask', async () => {
  const environment = fromMenu('echo x >> ~/starts; env > ~/seen\n')
  await Promise.all([foldersOf(environment), foldersOf({ ...environment }), foldersOf(environment)])
  const read = (name: string) => readFileSync(join(environment.HOME, name), 'utf8')
  expect(read('starts')).toBe('x\n')
  expect(read('seen')).not.toContain('sk-ant-not-for-it')
})

test('from a terminal, or with folders of its own, nothing changes and no shell is started', async () => {
  const environment = fromMenu('echo x > ~/started\n')
  for (const own of [{ TERM: 'xterm-256color' }, { PARLEY_AGENT_FOLDERS: '' }]) {
    const given = { ...environment, ...own }
    expect(await userEnvironment(given)).toBe(given)
  }
  expect(existsSync(join(environment.HOME, 'started'))).toBe(false)
})
