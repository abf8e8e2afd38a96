import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { batchStart } from './batch-start'
import { spawnArguments } from './start-program'

const script = String.raw`node_modules\@scope\tool\cli.js`

/** The lines that installers write, with the path of `SCRIPT`. @see https://github.com/npm/cmd-shim */
const shims = {
  npm: String.raw`@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\node.exe" (
  SET "_prog=%dp0%\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\SCRIPT" %*
`,
  'an earlier npm, or pnpm': String.raw`@IF EXIST "%~dp0\node.exe" (
  "%~dp0\node.exe"  "%~dp0\SCRIPT" %*
) ELSE (
  @SETLOCAL
  @SET PATHEXT=%PATHEXT:;.JS;=;%
  node  "%~dp0\SCRIPT" %*
)
`,
  'npx of Node': String.raw`@ECHO OFF
SETLOCAL
SET "NODE_EXE=%~dp0\node.exe"
IF NOT EXIST "%NODE_EXE%" (
  SET "NODE_EXE=node"
)
SET "NPX_CLI_JS=%~dp0\SCRIPT"
FOR /F "delims=" %%F IN ('CALL "%NODE_EXE%" "%NPM_PREFIX_JS%"') DO (
  SET "NPM_PREFIX_NPX_CLI_JS=%%F\node_modules\npm\bin\npx-cli.js"
)
IF EXIST "%NPM_PREFIX_NPX_CLI_JS%" (
  SET "NPX_CLI_JS=%NPM_PREFIX_NPX_CLI_JS%"
)
"%NODE_EXE%" "%NPX_CLI_JS%" %*
`,
}

const hostile = ['"&calc&"', '%PATH%', 'a\nb & calc', '^&|<>()!', String.raw`c:\dir\ `, '']

/** A folder with a batch file, and with the script that a shim starts. */
function install(text: string) {
  const folder = temporaryFolder()
  const path = join(folder, 'tool.cmd')
  const file = join(folder, ...script.split('\\'))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  writeFileSync(path, text.replaceAll('SCRIPT', script).replaceAll('\n', '\r\n'))
  return { folder, path, script: file }
}

function installNode(folder: string): string {
  const node = join(folder, 'node.exe')
  writeFileSync(node, '')
  return node
}

test.each(Object.entries(shims))(
  'the script of a shim of %s gets any arguments, without a shell',
  async (_name, text) => {
    const installed = install(text)
    const elsewhere = installNode(temporaryFolder())
    const start = () => batchStart(installed.path, hostile, dirname(elsewhere))
    expect(await start()).toEqual({ file: elsewhere, args: [installed.script, ...hostile], isShell: false })
    const beside = installNode(installed.folder)
    expect(await start()).toMatchObject({ file: beside })
  },
)

test.each([
  ['sets another variable', `@SET API_KEY=x\n${shims.npm}`],
  ['runs another program first', `call setup.cmd\n${shims.npm}`],
  ['sets the path of modules', `@SET "NODE_PATH=x"\n${shims['an earlier npm, or pnpm']}`],
  ['starts another interpreter', shims.npm.replace('"_prog=node"', '"_prog=python"')],
  ['gives Node options', shims.npm.replace('"%_prog%" ', '"%_prog%" --inspect')],
  ['starts a script that is missing', shims.npm.replace('SCRIPT', 'gone.js')],
  ['starts one of two scripts', `node "%~dp0\\other.js" %*\n${shims.npm}`],
  ['passes its arguments on twice', `other %*\n${shims.npm}`],
  ['is too large for a shim', shims.npm + ' '.repeat(20_000)],
  ['finds only a batch file as Node', shims.npm, 'node.cmd'],
])('a batch file that %s runs in the shell of Windows', async (_name, text, node = 'node.exe') => {
  const { folder, path } = install(text)
  writeFileSync(join(folder, node), '')
  expect(await batchStart(path, ['a'], folder)).toMatchObject({
    args: expect.arrayContaining(['/d', '/c']),
    isShell: true,
  })
})

test.each([
  ['a b', '"a b"'],
  ['', '""'],
  ['"&calc&"', '"""&calc&"""'],
  [String.raw`\"`, String.raw`"\\"""`],
  ['c:\\dir\\', String.raw`"c:\dir\\"`],
  ['^|<>()!', '"^|<>()!"'],
])('the shell reads the argument %j as one text', async (argument, quoted) => {
  const { path } = install('@echo %*')
  const { args } = await batchStart(path, [argument], '')
  expect(args.at(-1)).toBe(`""${path}" ${quoted}"`)
})

test.each(['100%', '%PATH%', 'a\nb', 'a\r', '\0'])(
  'a batch file never gets the argument %j',
  async (argument) => {
    const { path } = install('@echo %*')
    await expect(batchStart(path, ['ok', argument], '')).rejects.toMatchObject({
      code: 'AGENT_FAILED',
      data: { reason: 'batch-argument', executable: path },
    })
  },
)

test('on Windows, the window of a program is hidden, and the shell starts nothing from the current folder', async () => {
  const { path } = install('@echo %*')
  const environment = { Path: 'x', PATH: 'later', Home: 'y' }
  const options = { windowsHide: true, env: { PATH: 'later', Home: 'y' } }
  expect(await spawnArguments('C:/tool.exe', ['a'], environment, 'win32')).toMatchObject({
    file: 'C:/tool.exe',
    options: { ...options, windowsVerbatimArguments: false },
  })
  const { options: given } = await spawnArguments(path, ['a'], environment, 'win32')
  expect(given).toEqual({
    ...options,
    env: { ...options.env, NoDefaultCurrentDirectoryInExePath: '1' },
    windowsVerbatimArguments: true,
  })
})

test('the program of a shim is started instead of the shim', async () => {
  const text = shims.npm
    .replace('"%_prog%"  "%dp0%\\SCRIPT"', String.raw`"%dp0%\tool.exe"  `)
    .replace(/IF EXIST[^)]*\) ELSE \([^)]*\)/, '')
  const { folder, path } = install(text)
  const program = join(folder, 'tool.exe')
  writeFileSync(program, '')
  expect(await batchStart(path, hostile, '')).toEqual({ file: program, args: hostile, isShell: false })
})
