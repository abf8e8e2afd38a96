import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { git, gitLine, type GitOptions } from './git'

/** Of larger files no lines are compared. */
const largeFilesUnread = ['-c', 'core.bigFileThreshold=4m']
/** Repositories that lie in one another; what lies deeper is one thing. */
const deepestRepository = 10

const patchArguments = [
  'diff-tree',
  '-r',
  '-p',
  '--binary',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
]

/**
 * A repository of Parley's own, outside the folder that it looks at: it tells what changed in any folder, and nothing that
 * an agent writes there, into a `.git` of the folder either, decides what it runs.
 */
export class ShadowRepository {
  readonly #path: string
  readonly #folder: string

  constructor(path: string, folder: string) {
    this.#path = path
    this.#folder = folder
  }

  async create(signal: AbortSignal): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    await git(['init', '--quiet', '--bare', '--template=', this.#path], { folder: this.#folder, signal })
  }

  /** The name of the tree that holds the folder as it is now, without what its own `.gitignore` leaves out. */
  async snapshot(signal?: AbortSignal): Promise<string> {
    const options = this.#at(signal)
    await this.#enterRepositories(options)
    await git(['add', '--all', '--', '.'], options)
    return gitLine(['write-tree'], options)
  }

  async diff(args: readonly string[], signal?: AbortSignal): Promise<Buffer> {
    return git(
      [...largeFilesUnread, 'diff-tree', '-r', '--find-renames', '--no-ext-diff', '--no-textconv', ...args],
      this.#at(signal),
    )
  }

  /** Changes `folder` from one tree to the other: all of it, or nothing when it does not fit. */
  async applyTo(folder: string, from: string, to: string): Promise<void> {
    const patch = join(this.#path, 'patch')
    const options = { folder, repository: this.#path }
    try {
      await git([...patchArguments, `--output=${patch}`, from, to], this.#at())
      if ((await stat(patch)).size === 0) return
      await git(['apply', '--whitespace=nowarn', '--check', patch], options)
      await git(['apply', '--whitespace=nowarn', patch], options)
    } finally {
      await rm(patch, { force: true })
    }
  }

  /** The tree `base` with these files as they are in `tree`. */
  async mixed(base: string, tree: string, paths: readonly string[]): Promise<string> {
    const indexFile = join(this.#path, 'mixed-index')
    const options = { ...this.#at(), indexFile }
    await rm(indexFile, { force: true })
    try {
      await git(['read-tree', base], options)
      const wanted = new Set(paths)
      const entries = parseEntries(await git(['ls-tree', '-r', '-z', tree], options))
      const present = entries.filter(({ path }) => wanted.has(path))
      for (const { path } of present) wanted.delete(path)
      const lines = [
        ...Array.from(wanted, (path) => `0 ${'0'.repeat(40)}\t${path}\0`),
        ...present.map(({ mode, hash, path }) => `${mode} ${hash}\t${path}\0`),
      ]
      await git(['update-index', '-z', '--add', '--index-info'], { ...options, input: lines.join('') })
      return await gitLine(['write-tree'], options)
    } finally {
      await rm(indexFile, { force: true })
    }
  }

  /**
   * Git takes a repository inside a folder for one thing, and refuses one without a commit. It looks into those of which
   * it knows a file, so it is told of one that is not there, which `add` then forgets again.
   */
  async #enterRepositories(options: GitOptions): Promise<void> {
    const empty = await gitLine(['hash-object', '-w', '--stdin'], options)
    for (let depth = 0; depth < deepestRepository; depth++) {
      const listed = await git(['ls-files', '--others', '--exclude-standard', '-z'], options)
      const repositories = listed
        .toString('utf8')
        .split('\0')
        .filter((path) => path.endsWith('/'))
      if (repositories.length === 0) return
      const lines = repositories.map((path) => `100644 ${empty}\t${path}.parley\0`)
      await git(['update-index', '-z', '--add', '--index-info'], { ...options, input: lines.join('') })
    }
  }

  #at(signal?: AbortSignal): GitOptions {
    return {
      folder: this.#folder,
      repository: this.#path,
      ...(signal === undefined ? {} : { signal }),
    }
  }
}

function parseEntries(output: Buffer): { mode: string; hash: string; path: string }[] {
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const parsed = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line)
      const [, mode = '', hash = '', path = ''] = parsed ?? []
      return parsed === null ? [] : [{ mode, hash, path }]
    })
}
