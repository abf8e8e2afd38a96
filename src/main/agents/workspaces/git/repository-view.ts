import { mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeOwnedFolder } from '../../../base/files/owned-folder'
import { git, gitLine, type GitOptions, GitRefusal, GitTimeout, longestQuestionMs } from './git'
import { findRepositoryPipe } from '../files/pipe-in-folder'
import { isFile } from '../files/stat-of'

/** A longer exclude list was not written by people. */
const longestExcludes = 1_000_000
/** The time limit for comparing the files of a folder. */
const longestComparisonMs = 30_000

/** The parts of a repository that Parley did not create. */
export interface ForeignRepository {
  /** The root of its files. A repository may claim any path. */
  top: string
  /** The folder of this worktree: its `HEAD` and its index. */
  gitFolder: string
  /** The folder that all its worktrees share: objects and branches. */
  commonFolder: string
  /** The checked-out commit. */
  commit: string
  objectFormat: string
}

/**
 * Finds the repository that contains a folder, without reading file contents.
 * @throws GitRefusal there is none, it has no commit, or it belongs to another user; the signal's reason
 */
export async function findRepository(
  folder: string,
  signal?: AbortSignal,
  timeoutMs = longestQuestionMs,
): Promise<ForeignRepository> {
  const ask = (...args: string[]) => gitLine(['rev-parse', ...args], { folder, timeoutMs, signal })
  const pipe = await findRepositoryPipe(folder)
  if (pipe !== null) throw new GitRefusal(`${pipe} is a pipe`)
  const top = await ask('--show-toplevel')
  const [gitFolder, commonFolder, objectFormat, commit] = await Promise.all([
    ask('--absolute-git-dir'),
    ask('--path-format=absolute', '--git-common-dir'),
    ask('--show-object-format'),
    ask('--verify', '--quiet', 'HEAD'),
  ])
  return { top, gitFolder, commonFolder, objectFormat, commit }
}

/**
 * Parley's own repository with another repository's objects and none of its settings. Filters, drivers, hooks, helpers
 * and the source of missing objects are all settings: through a view, git knows none of them, whatever they are called
 * in the installed version. The user's global settings apply.
 */
export class RepositoryView {
  readonly #repository: ForeignRepository
  readonly #path: string

  private constructor(repository: ForeignRepository, path: string) {
    this.#repository = repository
    this.#path = path
  }

  /** Opens a view while `look` runs. @throws GitRefusal its commit is missing; errors of `look` */
  static async through<Result>(
    repository: ForeignRepository,
    look: (view: RepositoryView) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const path = makeOwnedFolder('view', await realpath(tmpdir()))
    try {
      const view = new RepositoryView(repository, path)
      await view.#make(signal)
      return await look(view)
    } finally {
      await rm(path, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  /** True if `folder` has uncommitted changes, or if that takes too long to find out. */
  async hasChanges(folder: string, signal?: AbortSignal): Promise<boolean> {
    const { gitFolder } = this.#repository
    const indexFile = join(gitFolder, 'index')
    // Git would wait forever for data from a pipe.
    if (!(await isFile(indexFile))) return true
    await this.#linkSharedIndexes(gitFolder)
    const options = {
      ...this.#options(folder, signal),
      repository: this.#path,
      workTree: this.#repository.top,
      indexFile,
      timeoutMs: longestComparisonMs,
    }
    try {
      // A submodule is a repository with its own settings.
      const what = ['--porcelain', '--untracked-files=normal', '--ignore-submodules=all']
      return (await git(['status', ...what, '--', '.'], options)).length > 0
    } catch (error) {
      // For example a pipe in place of a `.gitignore`.
      if (error instanceof GitTimeout) return true
      throw error
    }
  }

  /** Writes the files of the commit into an empty folder, and their index to `indexFile`. */
  async checkOut(tree: string, indexFile: string, signal: AbortSignal): Promise<void> {
    await git(['read-tree', '--reset', '-u', '--no-recurse-submodules', this.#repository.commit], {
      ...this.#options(tree, signal),
      repository: this.#path,
      indexFile,
    })
  }

  async #make(signal?: AbortSignal): Promise<void> {
    const { commonFolder, objectFormat, commit } = this.#repository
    const options = this.#options(this.#path, signal)
    const kind = ['--quiet', '--bare', '--template=', `--object-format=${objectFormat}`]
    await git(['init', ...kind, this.#path], options)
    await mkdir(join(this.#path, 'objects/info'), { recursive: true })
    const objects = quoted(join(commonFolder, 'objects'))
    await writeFile(join(this.#path, 'objects/info/alternates'), `${objects}\n`)
    await this.#copyExcludes(commonFolder)
    await git(['update-ref', '--no-deref', 'HEAD', commit], { ...options, repository: this.#path })
  }

  async #copyExcludes(commonFolder: string): Promise<void> {
    const path = join(commonFolder, 'info/exclude')
    if (!(await isFile(path, longestExcludes))) return
    await mkdir(join(this.#path, 'info'), { recursive: true })
    await writeFile(join(this.#path, 'info/exclude'), await readFile(path))
  }

  /** An index may refer to another file for most of its entries. */
  async #linkSharedIndexes(gitFolder: string): Promise<void> {
    const names = (await readdir(gitFolder)).filter((name) => /^sharedindex\.[0-9a-f]+$/.test(name))
    for (const name of names) {
      const path = join(gitFolder, name)
      if (await isFile(path)) await symlink(path, join(this.#path, name))
    }
  }

  #options(folder: string, signal?: AbortSignal): GitOptions {
    // git-lfs stores the files that it fetched in the repository itself.
    const settings = { 'lfs.storage': join(this.#repository.commonFolder, 'lfs') }
    return { folder, settings, signal }
  }
}

/** A path in the syntax of the file `alternates`. @see https://git-scm.com/docs/gitrepository-layout */
function quoted(path: string): string {
  const escaped = path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')
  return `"${escaped}"`
}
