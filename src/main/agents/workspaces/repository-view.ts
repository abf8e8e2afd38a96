import { mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeOwnedFolder } from '../../base/files/owned-folder'
import { git, gitLine, type GitOptions, GitRefusal, GitTimeout, longestQuestionMs } from './git'
import { findRepositoryPipe } from './pipe-in-folder'
import { isFile } from './stat-of'

/** A longer list of what a repository leaves out is not written by people. */
const longestExcludes = 1_000_000
/** How long a look at a folder may take to compare its files. */
const longestComparisonMs = 30_000

/** Where the parts of a repository lie that Parley did not make. */
export interface ForeignRepository {
  /** The top of its files. It may say of itself that this is anywhere. */
  top: string
  /** What belongs to this worktree alone: its `HEAD`, its index. */
  gitFolder: string
  /** What all its worktrees share: objects, branches. */
  commonFolder: string
  /** What is checked out. */
  commit: string
  objectFormat: string
}

/**
 * Finds the repository that a folder lies in. Nothing of its content is read for that.
 * @throws GitRefusal there is none, none with a commit, or one that belongs to somebody else; the signal's reason
 */
export async function findRepository(folder: string, signal?: AbortSignal): Promise<ForeignRepository> {
  const ask = (...args: string[]) =>
    gitLine(['rev-parse', ...args], { folder, timeoutMs: longestQuestionMs, signal })
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
 * A repository of Parley's own with the objects of one that it did not make, and with nothing of its settings. Filters,
 * drivers, hooks, helpers and where missing objects are fetched from are all settings: through a view none of them is
 * known to git, whatever it is called in the version that is installed. Those of the user for all repositories hold.
 */
export class RepositoryView {
  readonly #repository: ForeignRepository
  readonly #path: string

  private constructor(repository: ForeignRepository, path: string) {
    this.#repository = repository
    this.#path = path
  }

  /** Opens a view for as long as `look` takes. @throws GitRefusal its commit is not there; what `look` throws */
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

  /** Whether something in `folder` is not as it was committed; true where that takes too long to find out. */
  async hasChanges(folder: string, signal?: AbortSignal): Promise<boolean> {
    const { gitFolder } = this.#repository
    const indexFile = join(gitFolder, 'index')
    // Git would wait for ever for what a pipe has to say.
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
      // A submodule is a repository of its own, with settings of its own.
      const what = ['--porcelain', '--untracked-files=normal', '--ignore-submodules=all']
      return (await git(['status', ...what, '--', '.'], options)).length > 0
    } catch (error) {
      // Such as a pipe in the place of a `.gitignore`.
      if (error instanceof GitTimeout) return true
      throw error
    }
  }

  /** Writes the files of the commit into an empty folder, and what git is to know of them into `indexFile`. */
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

  /** An index may refer to another file for the larger part of it. */
  async #linkSharedIndexes(gitFolder: string): Promise<void> {
    const names = (await readdir(gitFolder)).filter((name) => /^sharedindex\.[0-9a-f]+$/.test(name))
    for (const name of names) {
      const path = join(gitFolder, name)
      if (await isFile(path)) await symlink(path, join(this.#path, name))
    }
  }

  #options(folder: string, signal?: AbortSignal): GitOptions {
    // Large files that git-lfs has fetched lie in the repository itself.
    const settings = { 'lfs.storage': join(this.#repository.commonFolder, 'lfs') }
    return { folder, settings, signal }
  }
}

/** A path as the file `alternates` spells any. @see https://git-scm.com/docs/gitrepository-layout */
function quoted(path: string): string {
  const escaped = path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')
  return `"${escaped}"`
}
