// Needs processes: only the shell of Windows shows what it makes of an argument.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { needsWindows } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openSupervised } from './testing/supervised'

beforeEach(needsWindows)

/** A batch file that runs a script which writes down its arguments; `isShim` if it does nothing else. */
function install(isShim: boolean) {
  const folder = join(temporaryFolder(), 'tools (x86) & ü')
  mkdirSync(folder)
  const [path, seen] = [join(folder, 'tool.cmd'), join(folder, 'seen.json')]
  writeFileSync(
    join(folder, 'tool.js'),
    `require('fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.argv.slice(2)))`,
  )
  const first = isShim ? 'SETLOCAL' : 'SET OTHER=x'
  writeFileSync(path, `@ECHO off\r\n${first}\r\nnode "%~dp0\\tool.js" %*\r\n`)
  return { folder, path, argumentsSeen: () => JSON.parse(readFileSync(seen, 'utf8')) as unknown }
}

const inEveryBatchFile = [
  'a b',
  '',
  '"&echo x>injected.txt&"',
  '&|<>^()!',
  '&echo x>injected.txt',
  'c:\\dir\\',
  String.raw`\"`,
  '"',
  'ü',
]

test.for([
  ['a shim', true, [...inEveryBatchFile, '%PATH%', 'a\nb&echo x>injected.txt']],
  ['any other batch file', false, inEveryBatchFile],
] as const)('%s gets its arguments unchanged, and none of them runs a command', async ([, isShim, args]) => {
  const { folder, path, argumentsSeen } = install(isShim)
  const { supervisor } = openSupervised()
  const agent = await supervisor.start({
    command: { executable: path, args, environment: { PATH: dirname(process.execPath) } },
    folder,
    runId: 'run',
  })
  expect(await agent.exited).toEqual({ code: 0, signal: null })
  await agent.end()
  expect(argumentsSeen()).toEqual(args)
  expect(existsSync(join(folder, 'injected.txt'))).toBe(false)
})
