import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { allowedEnvironment } from '../supervisor/agent-environment'
import { findGit, type GitProgram, neutralFolder } from './git-program'

/** How much git may print; what is more is refused, never cut. */
const maxOutputBytes = 64 * 1024 * 1024
/**
 * How long one process of git may take. Large folders on slow disks take minutes, but a pipe in the place of a file that
 * git reads would hold it for ever.
 */
const longestRunMs = 10 * 60_000
/** The same for questions that git answers by reading a few small files. */
export const longestQuestionMs = 15_000
/**
 * Settings that stand above those of every repository. What a folder brings along is not read in the first place
 * (`repository-view.ts`); these are for the few questions that git answers by the folder's own repository, and none of
 * them may start a program, ask a person or reach another machine.
 */
const harmless = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.sshCommand': 'false',
  'core.askPass': '',
  'credential.helper': '',
  'diff.external': '',
  'core.quotePath': 'false',
  // What any system takes for `.git` is no name of a file: the folder may be shared with another one.
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.autocrlf': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'protocol.allow': 'never',
  // A folder that only looks like a repository without files, such as one inside of another, is none.
  'safe.bareRepository': 'explicit',
  'init.defaultRefFormat': 'files',
}

/** @see https://git-scm.com/docs/git#_environment_variables */
const variables = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // No protocol has this name: with it, git reaches no other repository by any.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  // A user's own git-lfs would fetch from wherever the folder's `.lfsconfig` says.
  GIT_LFS_SKIP_SMUDGE: '1',
  // Windows would look for programs in the folder before the search path.
  NoDefaultCurrentDirectoryInExePath: '1',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  LC_ALL: 'C',
}

export interface GitOptions {
  folder: string
  /** A repository of Parley's own that knows what was in `folder`; absent is the one that the folder lies in. */
  repository?: string
  /** The files that `repository` is to know, where `folder` is only a part of them. */
  workTree?: string
  /** The file in which the next tree is put together, where it is not the repository's usual one. */
  indexFile?: string
  /** Settings beside those that always stand above all others, by their names. */
  settings?: Readonly<Record<string, string>>
  input?: string | Buffer
  signal?: AbortSignal | undefined
  /** How long it may take; absent is ten minutes. */
  timeoutMs?: number
}

/** What git said, and that it refused. */
export class GitRefusal extends Error {}

/** Git was ended because it took too long. */
export class GitTimeout extends GitRefusal {}

/**
 * Runs git and gives what it printed.
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
        if (signal?.aborted === true) return reject(signal.reason as Error)
        if (deadline.aborted) return reject(tookTooLong(timeoutMs, error))
        if (error.code === 'ENOENT') return reject(noGit(error))
        if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
          return reject(new GitRefusal('there is too much of it', { cause: error }))
        }
        reject(new GitRefusal(stderr.toString('utf8').trim() || error.message, { cause: error }))
      },
    )
    // One that ended before it read all of it has said why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** The same, into a file that is not there yet, however much it is. @throws GitRefusal; what the file system says */
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
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
    // Without a reader git ends.
    pipeline(child.stdout, createWriteStream(path, { flags: 'wx', mode: 0o600 })),
  ]).catch((error: unknown) => {
    throw deadline.aborted ? tookTooLong(timeoutMs, error) : error
  })
  if (code !== 0) throw new GitRefusal(said.trim() || `git ended with ${code}`)
}

/** The same, as text without the end of its last line: a path may begin or end with any other character. */
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

/** Settings as variables, which git takes for as good as its command line. */
function settingVariables(settings: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(settings).flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(pairs.length / 2), ...Object.fromEntries(pairs) }
}

/**
 * Parley itself may have been started by git, whose variables would send it into another repository. On Windows the
 * search path may be called `Path`.
 */
function withoutReplaced(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:GIT_.*|PATH)$/i.test(name)))
}

async function requireGit(): Promise<GitProgram> {
  const program = await findGit(process.env)
  if (program === null) throw noGit()
  return program
}

function tookTooLong(timeoutMs: number, cause: unknown): GitTimeout {
  return new GitTimeout(`git did not finish within ${timeoutMs / 1_000} s`, { cause })
}

function noGit(cause?: unknown): ParleyError {
  return failure('AGENT_FAILED', 'no-git', {}, cause)
}
