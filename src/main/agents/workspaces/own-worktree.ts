import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { gitLine, GitRefusal, longestQuestionMs } from './git'
import { type ForeignRepository, RepositoryView } from './repository-view'
import { isFile, statOf } from './stat-of'

/** How much of a file is read that names a folder. */
const longestPath = 10_000

/**
 * Makes a worktree, at the commit that is checked out and without a branch. `git worktree add` would do the same by the
 * settings of the repository, which may name programs; so the few files are written here, and the commit is checked out
 * through a view.
 * @throws GitRefusal it cannot be made; the signal's reason
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
 * Has the repository forget this worktree, and no other one: those of disks that are not mounted are its user's. What
 * cannot be found is nothing to forget.
 */
export async function forgetWorktree(repository: string, tree: string): Promise<void> {
  const worktrees = await worktreesOf(repository)
  if (worktrees === null) return
  for (const name of await readdir(worktrees).catch(() => [])) {
    const own = join(worktrees, name)
    if ((await nameIn(join(own, 'gitdir'))) !== join(tree, '.git')) continue
    // Of a link only the link is removed.
    await rm(own, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Where the repository keeps what belongs to one worktree alone. */
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
    // It is not there any more, or no repository: then it knows of nothing.
    return null
  }
}

/** The path that stands in a file of one line; null where there is no such file. */
async function nameIn(path: string): Promise<string | null> {
  if (!(await isFile(path, longestPath))) return null
  const named = await readFile(path, 'utf8').catch(() => null)
  return named?.replace(/\n$/, '') ?? null
}
