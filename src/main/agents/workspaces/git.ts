import { execFile } from 'node:child_process'

import { ParleyError } from '../../../shared/errors'
import { allowedEnvironment } from '../supervisor/agent-environment'

/** How much git may print; what is more is refused, never cut. */
const maxOutputBytes = 64 * 1024 * 1024
/**
 * A repository may come from anywhere, or an agent may have written in it: nothing that it names as a program is run by
 * what Parley asks of git.
 */
const harmless = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'diff.external=',
  '-c',
  'core.quotePath=false',
  '-c',
  'core.autocrlf=false',
  '-c',
  'gc.auto=0',
  '--literal-pathspecs',
]

export interface GitOptions {
  folder: string
  /** A repository of Parley's own that knows what was in `folder`; absent is the one that the folder lies in. */
  repository?: string
  /** The file in which the next tree is put together, where it is not the repository's usual one. */
  indexFile?: string
  /** Settings that stand above all others, by their names. */
  settings?: Readonly<Record<string, string>>
  input?: string | Buffer
  signal?: AbortSignal
}

/** What git said, and that it refused. */
export class GitRefusal extends Error {}

/** Git had more to say than is taken in. */
export class TooMuchFromGit extends GitRefusal {}

/** Runs git and gives what it printed. @throws AGENT_FAILED there is no git; GitRefusal; the signal's reason */
export function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { folder, repository, indexFile, settings = {}, input, signal } = options
  const place = repository === undefined ? [] : [`--git-dir=${repository}`, `--work-tree=${folder}`]
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...harmless, ...place, ...args],
      {
        cwd: folder,
        encoding: 'buffer',
        maxBuffer: maxOutputBytes,
        windowsHide: true,
        env: {
          ...withoutGitVariables(allowedEnvironment(process.env)),
          ...settingVariables(settings),
          GIT_TERMINAL_PROMPT: '0',
          GIT_OPTIONAL_LOCKS: '0',
          LC_ALL: 'C',
          ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
        },
        ...(signal === undefined ? {} : { signal }),
      },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout)
        if (signal?.aborted === true) return reject(signal.reason as Error)
        if (error.code === 'ENOENT') return reject(noGit(error))
        if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
          return reject(new TooMuchFromGit('there is too much of it', { cause: error }))
        }
        reject(new GitRefusal(stderr.toString('utf8').trim() || error.message, { cause: error }))
      },
    )
    // One that ended before it read all of it has said why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

/** The same, as one line of text. */
export async function gitLine(args: readonly string[], options: GitOptions): Promise<string> {
  return (await git(args, options)).toString('utf8').trim()
}

/** Settings as variables: on the command line a name could not hold every character. */
function settingVariables(settings: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(settings).flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(pairs.length / 2), ...Object.fromEntries(pairs) }
}

/** Parley itself may have been started by git, which would send it into another repository. */
function withoutGitVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')))
}

function noGit(cause: unknown): ParleyError {
  return new ParleyError(
    'AGENT_FAILED',
    'A folder of the agent’s own is made with git, which was not found. Install git, or let the agent work in the folder itself.',
    { data: { reason: 'no-git' }, cause },
  )
}
