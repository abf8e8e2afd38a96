import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { gitLine, GitRefusal, longestQuestionMs } from './git/git'
import { type ForeignRepository, RepositoryView } from './git/repository-view'
import { isFile, statOf } from './files/stat-of'

/** The size limit for a file that contains a path. */
const longestPath = 10_000

/**
 * Creates a detached worktree at the checked-out commit. `git worktree add` would use the repository's settings, which
 * may name programs; so this writes the few files itself and checks the commit out through a view.
 * @throws GitRefusal it cannot be created; the signal's reason
 * @see https://git-scm.com/docs/gitrepository-layout#Documentation/gitrepository-layout.txt-worktrees
 */
export async function makeWorktree(
  repository: ForeignRepository,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  await RepositoryView.through(
    repository,
    async (view) => {
      const own = await makeAdministration(repository, tree)
      await mkdir(tree)
      await writeFile(join(tree, '.git'), `gitdir: ${own}\n`)
      await view.checkOut(tree, join(own, 'index'), signal)
    },
    signal,
  )
}

/**
 * Removes this worktree from the repository's list, and no other one: those on unmounted disks belong to the user. Does
 * nothing if it is not listed.
 */
export async function forgetWorktree(repository: string, tree: string): Promise<void> {
  const worktrees = await worktreesOf(repository)
  if (worktrees === null) return
  for (const name of await readdir(worktrees).catch(() => [])) {
    const own = join(worktrees, name)
    if ((await nameIn(join(own, 'gitdir'))) !== join(tree, '.git')) continue
    // Removes a link, not its target.
    await rm(own, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Creates the repository's folder for one worktree. */
async function makeAdministration(
  { commonFolder, commit }: ForeignRepository,
  tree: string,
): Promise<string> {
  if ((await statOf(join(commonFolder, 'reftable'))) !== null) {
    throw new GitRefusal('Parley does not support how this repository stores its branches')
  }
  const worktrees = join(commonFolder, 'worktrees')
  await mkdir(worktrees, { recursive: true })
  if ((await realpath(worktrees)) !== join(await realpath(commonFolder), 'worktrees')) {
    throw new GitRefusal('its worktrees are outside the repository')
  }
  const own = join(worktrees, `parley-${randomBytes(6).toString('hex')}`)
  await mkdir(own)
  await writeFile(join(own, 'gitdir'), `${join(tree, '.git')}\n`)
  await writeFile(join(own, 'commondir'), '../..\n')
  await writeFile(join(own, 'HEAD'), `${commit}\n`)
  return own
}

async function worktreesOf(repository: string): Promise<string | null> {
  try {
    const asked = ['rev-parse', '--path-format=absolute', '--git-common-dir']
    const common = await gitLine(asked, { folder: repository, timeoutMs: longestQuestionMs })
    return join(common, 'worktrees')
  } catch {
    // The repository no longer exists.
    return null
  }
}

/** The path in a file of one line; null when there is no such file. */
async function nameIn(path: string): Promise<string | null> {
  if (!(await isFile(path, longestPath))) return null
  const named = await readFile(path, 'utf8').catch(() => null)
  return named?.replace(/\n$/, '') ?? null
}
