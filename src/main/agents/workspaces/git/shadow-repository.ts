import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Contents } from './changed-files'
import { git, gitLine, type GitOptions, GitRefusal, gitToFile } from './git'
import { findPipe } from '../files/pipe-in-folder'
import { parseTree, parseTreeChanges, type TreeChange, type TreeEntry } from './tree-changes'

/** The limit for nested repositories; deeper ones are treated as one entry. */
const deepestRepository = 10

/**
 * Overrides every `.gitattributes` of the folder: files are stored byte for byte, whatever their attributes.
 * @see https://git-scm.com/docs/gitattributes
 */
const rawAttributes = '* -text -eol -ident -filter -working-tree-encoding -crlf\n'

/** The content of a folder at one moment. */
export interface Snapshot {
  /** The id of its tree. */
  tree: string
  /** False when something has a name that git rejects. */
  isWhole: boolean
}

/**
 * Parley's own repository outside a folder: it finds changes in any folder, and nothing that an agent writes there,
 * even to a `.git`, affects what it runs or how it reads a file.
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

  /** The current state of the folder, without what its `.gitignore` excludes. @throws GitRefusal */
  async snapshot(signal?: AbortSignal): Promise<Snapshot> {
    const options = this.#at(signal)
    const pipe = await findPipe(this.#folder, signal)
    if (pipe !== null) throw new GitRefusal(`${pipe} is a pipe, which would block git. Remove it`)
    await mkdir(join(this.#path, 'info'), { recursive: true, mode: 0o700 })
    await writeFile(join(this.#path, 'info/attributes'), rawAttributes, { mode: 0o600 })
    await this.#enterRepositories(options)
    const isWhole = await this.#addAll(options)
    return { tree: await gitLine(['write-tree'], options), isWhole }
  }

  /**
   * The differences of the tree `to`. Moved files are detected for display; `isExact` keeps them as two changes.
   * Changes that cannot be shown and applied are only counted.
   */
  async changes(
    from: string,
    to: string,
    { isExact = false, signal }: { isExact?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<{ changes: TreeChange[]; nameless: number }> {
    const moves = isExact ? '--no-renames' : '--find-renames'
    const { changes, nameless } = parseTreeChanges(
      await git(['diff-tree', '-r', '--raw', '-z', '--full-index', moves, from, to], this.#apart(signal)),
    )
    const refused = await this.#refusedLinks(changes, signal)
    const taken = changes.filter(({ path }) => !refused.has(path))
    return { changes: taken, nameless: nameless + changes.length - taken.length }
  }

  /** Access to the contents in trees and their differences. */
  contents(signal?: AbortSignal): Contents {
    const options = this.#apart(signal)
    let empty: Promise<string> | null = null
    const compare = ['diff', '--text', '--no-ext-diff', '--no-textconv', '--no-color', '--unified=3']
    return {
      sizes: async (ids) => {
        const input = [...new Set(ids)].map((id) => `${id}\n`).join('')
        const printed = await gitLine(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
          ...options,
          input,
        })
        const lines = printed.split('\n').map((line) => line.split(' '))
        return new Map(lines.map(([id = '', size = '']) => [id, Number(size)]))
      },
      patch: async (before, after) => {
        // Once for all added and removed files.
        const emptyId = () => (empty ??= this.#emptyId(options))
        const printed = await git(
          [...compare, before ?? (await emptyId()), after ?? (await emptyId())],
          options,
        )
        // The lines before it contain content ids, never such a line.
        const start = printed.indexOf('\n@@ ')
        return start === -1 ? Buffer.alloc(0) : printed.subarray(start + 1)
      },
    }
  }

  /** Writes a content to a new file. */
  writeContent(id: string, path: string): Promise<void> {
    return gitToFile(['cat-file', 'blob', id], path, this.#at())
  }

  readContent(id: string): Promise<Buffer> {
    return git(['cat-file', 'blob', id], this.#at())
  }

  /** The content id of this file as it is. */
  contentOf(path: string): Promise<string> {
    return gitLine(['hash-object', '--no-filters', '--', path], this.#at())
  }

  /**
   * Merges the changes from `before` to `mine` and to `theirs`; null when they touch the same lines. All three are
   * paths.
   */
  async merge(mine: string, before: string, theirs: string): Promise<Buffer | null> {
    try {
      return await git(['merge-file', '--stdout', '--quiet', '--', mine, before, theirs], this.#at())
    } catch (error) {
      if (error instanceof GitRefusal) return null
      throw error
    }
  }

  /** The tree `base` with these paths as in `tree`. */
  mixed(base: string, tree: string, paths: readonly string[]): Promise<string> {
    return this.#withIndex('mixed-index', undefined, async (options) => {
      await git(['read-tree', base], options)
      const entries = parseTree(await git(['ls-tree', '-r', '-z', tree], options))
      const wanted = [...new Set(paths)].map((path) => ({ path, entry: entries.get(path) ?? null }))
      // Removals first, since a folder may replace a file.
      const lines = [
        ...wanted.filter(({ entry }) => entry === null).map(({ path }) => `0 ${zeros(base)}\t${path}\0`),
        ...wanted.flatMap(({ path, entry }) => (entry === null ? [] : [indexLine(path, entry)])),
      ]
      await git(['update-index', '-z', '--add', '--replace', '--index-info'], {
        ...options,
        input: lines.join(''),
      })
      return gitLine(['write-tree'], options)
    })
  }

  /**
   * Links that git accepts from the folder in place of a file, but rejects in an index built from objects, such as one
   * named `.gitmodules`.
   */
  async #refusedLinks(changes: readonly TreeChange[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
    const links = changes.flatMap(({ path, before, after }) =>
      before !== null && after?.mode === '120000' ? [{ path, entry: after }] : [],
    )
    if (links.length === 0) return new Set()
    return this.#withIndex('links-index', signal, async (options) => {
      const input = links.map(({ path, entry }) => indexLine(path, entry)).join('')
      await git(['update-index', '-z', '--add', '--index-info'], { ...options, input })
      const tree = await gitLine(['write-tree'], options)
      const taken = parseTree(await git(['ls-tree', '-r', '-z', tree], options))
      return new Set(links.flatMap(({ path }) => (taken.has(path) ? [] : [path])))
    })
  }

  /** Runs git with a temporary index, which is removed afterwards. */
  async #withIndex<Result>(
    name: string,
    signal: AbortSignal | undefined,
    act: (options: GitOptions) => Promise<Result>,
  ): Promise<Result> {
    const indexFile = join(this.#path, name)
    await rm(indexFile, { force: true })
    try {
      return await act({ ...this.#at(signal), indexFile })
    } finally {
      await rm(indexFile, { force: true })
    }
  }

  /**
   * Adds everything, and returns whether git accepted every name: it rejects those that some system treats as `.git`.
   * @throws GitRefusal
   */
  async #addAll(options: GitOptions): Promise<boolean> {
    try {
      await git(['add', '--all', '--ignore-errors', '--', '.'], options)
      return true
    } catch (error) {
      if (error instanceof GitRefusal && isAboutNames(error.message)) return false
      throw error
    }
  }

  #emptyId(options: GitOptions): Promise<string> {
    return gitLine(['hash-object', '-w', '--stdin'], options)
  }

  /**
   * Git treats a nested repository as one entry, and rejects one without a commit. It enters those with a tracked file,
   * so it gets a missing one, which `add` removes again.
   */
  async #enterRepositories(options: GitOptions): Promise<void> {
    for (let depth = 0; depth < deepestRepository; depth++) {
      const listed = await git(['ls-files', '--others', '--exclude-standard', '-z'], options)
      const repositories = listed
        .toString('utf8')
        .split('\0')
        .filter((path) => path.endsWith('/'))
      if (repositories.length === 0) return
      const empty = await this.#emptyId(options)
      const lines = repositories.map((path) => `100644 ${empty}\t${path}.parley\0`)
      await git(['update-index', '-z', '--add', '--index-info'], { ...options, input: lines.join('') })
    }
  }

  /** Runs git outside the folder, whose attributes would change comparisons and rename detection. */
  #apart(signal?: AbortSignal): GitOptions {
    return { ...this.#at(signal), workTree: this.#path, folder: this.#path }
  }

  #at(signal?: AbortSignal): GitOptions {
    return { folder: this.#folder, repository: this.#path, signal }
  }
}

/** True if git complains only about names. A name may have several lines and look like another message. */
function isAboutNames(complaint: string): boolean {
  const complaints = complaint.split('\n').filter((line) => /^(?:error|fatal): /.test(line))
  return complaints.every((line) => /^error: (?:invalid path '|unable to add ')/.test(line))
}

function indexLine(path: string, { mode, id }: TreeEntry): string {
  return `${mode} ${id}\t${path}\0`
}

function zeros(id: string): string {
  return '0'.repeat(id.length)
}
