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
 * What a batch file does with a line break depends on the file, and `call` in it would replace variables: no quotes
 * protect these characters in every one.
 */
const unsafe = /[%\r\n\0]/

/** Whether Windows can start the file only through `cmd.exe`. */
export function isBatchFile(path: string): boolean {
  return ['.cmd', '.bat'].includes(extname(path).toLowerCase())
}

/**
 * How to start a batch file of Windows. One that npm or pnpm installed only starts a script with Node, which is started
 * instead: no shell then reads the arguments. Any other file is started through `cmd.exe`.
 * @throws AGENT_FAILED for an argument that a batch file could read as something else
 * @see https://nodejs.org/en/blog/vulnerability/april-2024-security-releases-2
 */
export async function batchStart(
  path: string,
  args: readonly string[],
  searchPath: string,
): Promise<BatchStart> {
  const script = await scriptOf(path)
  const folders = [dirname(path), ...searchPath.split(delimiter).filter((folder) => isAbsolute(folder))]
  const node = script === null ? null : await findProgram(['node'], folders, 'win32')
  if (script !== null && node !== null) return { file: node, args: [script, ...args], isShell: false }
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

/**
 * The script that a shim of npm, npx or pnpm passes to Node: `"%dp0%\…\cli.js" %*`, or a variable with such a path. Null
 * for any other batch file, and for one that also sets variables or options.
 */
async function scriptOf(path: string): Promise<string | null> {
  const text = await shimText(path)
  if (text === null || /\bNODE_PATH=|\b_prog=(?!(?:%dp0%\\)?node(?:\.exe)?")/i.test(text)) return null
  const variables = new Map<string, string>(
    Array.from(text.matchAll(/\bSET\s+"(\w+)=([^"]+)"/gi)).flatMap(([, name = '', value = '']) => {
      const script = besideShim(value)
      return script === null ? [] : [[`%${name.toUpperCase()}%`, script]]
    }),
  )
  const starts = text.matchAll(/(?:\bnode(?:\.exe)?"?|%_prog%"|%NODE_EXE%")[ \t]+"([^"]+)"[ \t]+%\*/gi)
  const scripts = Array.from(
    starts,
    ([, target = '']) => besideShim(target) ?? variables.get(target.toUpperCase()),
  )
  const [script] = scripts
  const isOnly = scripts.every((other) => other === script) && text.split('%*').length === scripts.length + 1
  if (script === undefined || script === null || !isOnly) return null
  const full = join(dirname(path), ...script.split('\\'))
  return existsSync(full) ? full : null
}

/** A path relative to the folder of the shim, without variables; null for any other. */
function besideShim(path: string): string | null {
  return /^%(?:~dp0|dp0%)\\?([^%]+)$/i.exec(path)?.[1] ?? null
}

async function shimText(path: string): Promise<string | null> {
  try {
    return (await stat(path)).size > maxShimBytes ? null : await readFile(path, 'utf8')
  } catch {
    // Starting it reports why.
    return null
  }
}
