import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { delimiter, dirname } from 'node:path'

import type { ParleyError } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import { allowedEnvironment } from '../../supervisor/agent-environment'
import { findProgram } from '../../../base/files/executable-file'
import { absoluteFolders } from '../../registry/search-folders'
import { userEnvironment } from '../../registry/user-environment'

/** The user's git, and the search path for it and its helpers. */
interface GitProgram {
  path: string
  searchPath: string
}

const executableName = process.platform === 'win32' ? 'git.exe' : 'git'

/**
 * Finds git in the absolute folders of the search path. A relative or empty entry would mean the inspected folder,
 * whose own `git` would then run; so these entries are removed for git's helpers, too.
 */
async function findGit(): Promise<GitProgram | null> {
  const folders = absoluteFolders((await userEnvironment(process.env))['PATH'])
  const path = await findProgram([executableName], folders)
  return path === null ? null : { path, searchPath: folders.join(delimiter) }
}

/** A working directory that belongs to git: some systems look for programs in the current folder first. */
function neutralFolder({ path }: GitProgram): string {
  return dirname(path)
}

/** The most output of git; more is an error, never truncated. */
const maxOutputBytes = 64 * 1024 * 1024
/**
 * The time limit for one git process. Large folders on slow disks take minutes, but a pipe in place of a file would
 * block git forever.
 */
const longestRunMs = 10 * 60_000
/** The longest wait for a killed git to exit. A git that waits for a lost network drive cannot. */
const longestExitMs = 5_000
/** The time limit for questions that need only a few small files. */
export const longestQuestionMs = 15_000
/**
 * Settings that override those of every repository. A folder's own settings are normally not read at all
 * (`repository-view.ts`); these are for the few questions about the folder's own repository, and ensure that no setting
 * can start a program, prompt a user or contact another machine.
 */
const harmless = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.sshCommand': 'false',
  'core.askPass': '',
  'credential.helper': '',
  'diff.external': '',
  'core.quotePath': 'false',
  // Rejects file names that any system treats as `.git`, because the folder may be shared.
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.autocrlf': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'protocol.allow': 'never',
  // A folder that only looks like a bare repository, for example inside another one, does not count.
  'safe.bareRepository': 'explicit',
  'init.defaultRefFormat': 'files',
}

/** @see https://git-scm.com/docs/git#_environment_variables */
const variables = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // No protocol has this name, so git contacts no other repository.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  // The user's own git-lfs would fetch from the address in the folder's `.lfsconfig`.
  GIT_LFS_SKIP_SMUDGE: '1',
  // Windows would look for programs in the folder before the search path.
  NoDefaultCurrentDirectoryInExePath: '1',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  LC_ALL: 'C',
}

export interface GitOptions {
  folder: string
  /** Parley's own repository with the state of `folder`; if absent, the repository that contains the folder. */
  repository?: string
  /** The work tree of `repository`, if `folder` is only a part of it. */
  workTree?: string
  /** The index for the next tree, if not the repository's own. */
  indexFile?: string
  /** Settings in addition to those that override all others, by name. */
  settings?: Readonly<Record<string, string>>
  input?: string | Buffer
  signal?: AbortSignal | undefined
  /** The time limit; by default ten minutes. */
  timeoutMs?: number
}

/** Git reported an error; the message is its own. */
export class GitRefusal extends Error {}

/** Git was ended because it took too long. */
export class GitTimeout extends GitRefusal {}

/**
 * Runs git and returns its output. If git is killed, this rejects only after it has exited, because until then it may
 * still hold a lock.
 * @throws AGENT_FAILED there is no git; GitRefusal; GitTimeout; the signal's reason
 */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { input, signal } = options
  const program = await requireGit()
  const timeoutMs = options.timeoutMs ?? longestRunMs
  const deadline = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const child = execFile(
      program.path,
      argumentsFor(args, options),
      {
        ...processOptions(program, options),
        encoding: 'buffer',
        maxBuffer: maxOutputBytes,
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout)
        const reason = () => {
          if (signal?.aborted === true) return signal.reason as Error
          if (deadline.aborted) return tookTooLong(timeoutMs, error)
          if (error.code === 'ENOENT') return noGit(error)
          if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
            return new GitRefusal('the output is too large', { cause: error })
          }
          return new GitRefusal(stderr.toString('utf8').trim() || error.message, { cause: error })
        }
        afterExit(child, () => reject(reason()))
      },
    )
    // A process that exits early has reported why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** Writes the output, of any size, to a new file. @throws GitRefusal; file system errors */
export async function gitToFile(
  args: readonly string[],
  path: string,
  options: Omit<GitOptions, 'input' | 'signal'>,
): Promise<void> {
  const program = await requireGit()
  const timeoutMs = options.timeoutMs ?? longestRunMs
  const deadline = AbortSignal.timeout(timeoutMs)
  const child = spawn(program.path, argumentsFor(args, options), {
    ...processOptions(program, options),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: deadline,
  })
  // Without a reader, git exits.
  const writing = pipeline(child.stdout, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  try {
    const [said, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
      writing,
    ])
    if (code !== 0) throw new GitRefusal(said.trim() || `git exited with code ${code}`)
  } catch (error) {
    await Promise.allSettled([new Promise<void>((resolve) => afterExit(child, resolve)), writing])
    throw deadline.aborted ? tookTooLong(timeoutMs, error) : error
  }
}

/** Calls back once the process has exited, at the latest after `longestExitMs`. */
function afterExit(child: ChildProcess, callback: () => void): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return callback()
  const tooLate = setTimeout(callback, longestExitMs)
  child.once('exit', () => {
    clearTimeout(tooLate)
    callback()
  })
}

/** The output as text without its last line break: paths may begin or end with any other character. */
export async function gitLine(args: readonly string[], options: GitOptions): Promise<string> {
  return (await git(args, options)).toString('utf8').replace(/\n$/, '')
}

function argumentsFor(
  args: readonly string[],
  { folder, repository, workTree = folder }: GitOptions,
): string[] {
  const place = repository === undefined ? [] : [`--git-dir=${repository}`, `--work-tree=${workTree}`]
  return ['-C', folder, ...place, '--literal-pathspecs', ...args]
}

function processOptions(program: GitProgram, options: GitOptions) {
  return { cwd: neutralFolder(program), windowsHide: true, env: environmentFor(program, options) }
}

function environmentFor({ searchPath }: GitProgram, { indexFile, settings }: GitOptions): NodeJS.ProcessEnv {
  return {
    ...withoutReplaced(allowedEnvironment(process.env)),
    PATH: searchPath,
    ...variables,
    ...settingVariables({ ...settings, ...harmless }),
    GIT_INDEX_FILE: indexFile,
  }
}

/** Settings as variables, which git treats like command-line options. */
function settingVariables(settings: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(settings).flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(pairs.length / 2), ...Object.fromEntries(pairs) }
}

/**
 * Git may have started Parley itself, with variables that point to another repository. On Windows, the search path may
 * be called `Path`.
 */
function withoutReplaced(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:GIT_.*|PATH)$/i.test(name)))
}

async function requireGit(): Promise<GitProgram> {
  const program = await findGit()
  if (program === null) throw noGit()
  return program
}

function tookTooLong(timeoutMs: number, cause: unknown): GitTimeout {
  return new GitTimeout(`git did not finish within ${timeoutMs / 1_000} s`, { cause })
}

function noGit(cause?: unknown): ParleyError {
  return failure('AGENT_FAILED', 'no-git', {}, cause)
}
