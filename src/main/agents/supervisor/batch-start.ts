import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { delimiter, dirname, extname, isAbsolute, join } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import { findProgram } from '../../base/files/executable-file'

/** A file that Windows can start, and its arguments; `isShell` if they are a line for `cmd.exe`. */
interface BatchStart {
  file: string
  args: readonly string[]
  isShell: boolean
}

/** A larger batch file is nobody's shim. */
const maxShimBytes = 16_384

/**
 * The effect of a line break depends on the batch file, and `call` in it would replace variables: no quotes protect
 * these characters in every file.
 */
const unsafe = /[%\r\n\0]/

/** True if Windows can start the file only through `cmd.exe`. */
export function isBatchFile(path: string): boolean {
  return ['.cmd', '.bat'].includes(extname(path).toLowerCase())
}

/**
 * Returns the command that starts a batch file of Windows. A file installed by npm or pnpm only starts a script with
 * Node, or a program, which is started instead: no shell then reads the arguments. Any other file is started through
 * `cmd.exe`.
 * @throws AGENT_FAILED for an argument that a batch file could read as something else
 * @see https://nodejs.org/en/blog/vulnerability/april-2024-security-releases-2
 */
export async function batchStart(
  path: string,
  args: readonly string[],
  searchPath: string,
): Promise<BatchStart> {
  const target = await shimTarget(path)
  if (target?.isScript === false) return { file: target.file, args, isShell: false }
  const folders = [dirname(path), ...searchPath.split(delimiter).filter((folder) => isAbsolute(folder))]
  const node = target === null ? null : await findProgram(['node.exe'], folders, 'win32')
  if (target !== null && node !== null) return { file: node, args: [target.file, ...args], isShell: false }
  const words = [path, ...args]
  const argument = words.find((word) => unsafe.test(word))?.slice(0, 200)
  if (argument !== undefined) throw failure('AGENT_FAILED', 'batch-argument', { executable: path, argument })
  // Without the commands that start with every shell, and without variables between exclamation marks.
  const options = ['/d', '/e:on', '/v:off', '/s', '/c']
  return { file: windowsShell(), args: [...options, `"${words.map(quoted).join(' ')}"`], isShell: true }
}

/** The shell of Windows. */
export function windowsShell(): string {
  return process.env['ComSpec'] ?? String.raw`C:\Windows\System32\cmd.exe`
}

/**
 * An argument in quotes, as `cmd.exe` and the C runtime read it: a doubled quote never ends the quoted part, so no other
 * character has a meaning, however often the line is read.
 * @see https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments
 */
function quoted(word: string): string {
  return `"${word.replaceAll(/(\\*)("|$)/g, (_all, slashes: string, quote: string) => slashes + slashes + quote + quote)}"`
}

/** The lines of shims that only find Node and their own folder. @see https://github.com/npm/cmd-shim */
const preparation = new RegExp(
  [
    String.raw`(?:echo off|setlocal|goto start|call :find_dp0|set dp0=%~dp0|exit /b(?: %errorlevel%)?|::?.*)?`,
    String.raw`if (?:not )?exist "[^"]*" \(|\) else \(|\)`,
    String.raw`set pathext=%pathext:;\.js;=;%`,
    String.raw`set "(?:_prog|node_exe)=(?:%(?:dp0%|~dp0)\\)?node(?:\.exe)?"`,
    String.raw`set "np[mx]_\w+=[^"]*"`,
    String.raw`for /f "delims=" %%f in \('call "%node_exe%" "%npm_prefix_js%"'\) do \(`,
  ]
    .map((line) => `^${line}$`)
    .join('|'),
  'i',
)

/** The line of a shim that starts a script with Node, or a program. */
const shimStart =
  /^(?:endlocal & goto #_undefined_# 2>nul \|\| title %comspec% & )?((?:"[^"]*\\node\.exe"|node|"%_prog%"|"%node_exe%")\s+)?"([^"]+)"\s+%\*$/i

/**
 * Returns the target of a shim of npm, npx or pnpm: a script for Node, or a program. Null for a batch file that does
 * anything else, such as setting variables.
 */
export async function shimTarget(path: string): Promise<{ file: string; isScript: boolean } | null> {
  const lines = (await shimText(path)).split(/\r?\n/).map((line) => line.trim().replace(/^@/, ''))
  const npx = lines.find((line) => /^set "npx_cli_js=%~dp0/i.test(line))?.slice('set "npx_cli_js='.length, -1)
  const targets = new Map<string, boolean>()
  for (const line of lines) {
    if (preparation.test(line)) continue
    const [, node, target = ''] = shimStart.exec(line) ?? []
    const beside = besideShim(/^%npx_cli_js%$/i.test(target) ? (npx ?? '') : target)
    if (beside === null) return null
    targets.set(beside, node !== undefined)
  }
  const [target, ...others] = targets
  if (target === undefined || others.length > 0) return null
  const [beside, isScript] = target
  const file = join(dirname(path), ...beside.split('\\'))
  return existsSync(file) && (isScript || /\.exe$/i.test(file)) ? { file, isScript } : null
}

/** A path relative to the folder of the shim, without variables; null for any other. */
function besideShim(path: string): string | null {
  return /^%(?:~dp0|dp0%)\\?([^%]+)$/i.exec(path)?.[1] ?? null
}

/** Empty if the file is no shim, or cannot be read: starting it reports why. */
async function shimText(path: string): Promise<string> {
  try {
    return (await stat(path)).size > maxShimBytes ? '' : await readFile(path, 'utf8')
  } catch {
    return ''
  }
}
