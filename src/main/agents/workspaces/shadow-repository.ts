import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { git, gitLine, type GitOptions } from './git'

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
    await git(['add', '--all', '--', '.'], options)
    return gitLine(['write-tree'], options)
  }

  async diff(args: readonly string[], signal?: AbortSignal): Promise<Buffer> {
    return git(
      ['diff-tree', '-r', '--find-renames', '--no-ext-diff', '--no-textconv', ...args],
      this.#at(signal),
    )
  }

  /** Changes `folder` from one tree to the other in these files: all of it, or nothing when it does not fit. */
  async applyTo(folder: string, from: string, to: string, paths: readonly string[]): Promise<void> {
    const patch = await this.#patch(from, to, paths)
    if (patch.length === 0) return
    const options = { folder, repository: this.#path, input: patch }
    await git(['apply', '--whitespace=nowarn', '--check', '-'], options)
    await git(['apply', '--whitespace=nowarn', '-'], options)
  }

  /** The tree `base` with these files as they are in `tree`. */
  async mixed(base: string, tree: string, paths: readonly string[]): Promise<string> {
    const indexFile = join(this.#path, 'mixed-index')
    const options = { ...this.#at(), indexFile }
    await rm(indexFile, { force: true })
    try {
      await git(['read-tree', base], options)
      const entries = await git(['ls-tree', '-r', '-z', tree, '--', ...paths], options)
      const present = parseEntries(entries)
      const removed = paths.filter((path) => !present.some((entry) => entry.path === path))
      const lines = [
        ...present.map(({ mode, hash, path }) => `${mode} ${hash}\t${path}\0`),
        ...removed.map((path) => `0 ${'0'.repeat(40)}\t${path}\0`),
      ]
      await git(['update-index', '-z', '--add', '--index-info'], { ...options, input: lines.join('') })
      return await gitLine(['write-tree'], options)
    } finally {
      await rm(indexFile, { force: true })
    }
  }

  #patch(from: string, to: string, paths: readonly string[]): Promise<Buffer> {
    return git(
      [
        'diff-tree',
        '-r',
        '-p',
        '--binary',
        '--full-index',
        '--no-ext-diff',
        '--no-textconv',
        '--no-renames',
        from,
        to,
        '--',
        ...paths,
      ],
      this.#at(),
    )
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
