import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { FileChange, FolderFacts, WorkspaceDiff, WorkspaceIsolation } from '../../../shared/agents'
import { invalidInput, ParleyError } from '../../../shared/errors'
import type { ErrorSink } from '../../base/error-sink'
import { wayInside } from '../../base/way-inside'
import { changedFiles, rawChanges } from './changed-files'
import { copyFolder } from './copy-folder'
import { git, gitLine, GitRefusal, TooMuchFromGit } from './git'
import { withoutOwnFilters } from './harmless-filters'
import { existingFolder, lookAtFolder } from './look-at-folder'
import { ShadowRepository } from './shadow-repository'
import { workspaceFailure } from './workspace-failure'
import { readRecord, writeRecord, type WorkspaceRecord } from './workspace-record'

/** Where an agent is to work. */
export interface WorkspaceChoice {
  /** The chat or pane, one folder each. */
  sessionId: string
  folder: string
  isolation: WorkspaceIsolation
}

/**
 * The folders in which agents work. One that is the agent's own is made when it first works there, kept as long as its
 * chat is, and its difference to what it was made of can be shown and applied. What is done to one happens in turn.
 */
export class Workspaces {
  readonly #root: string
  readonly #dataFolder: string
  readonly #errors: ErrorSink
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(deps: { dataFolder: string; errors: ErrorSink }) {
    this.#dataFolder = deps.dataFolder
    this.#root = join(deps.dataFolder, 'workspaces')
    this.#errors = deps.errors
  }

  look(path: string, signal?: AbortSignal): Promise<FolderFacts> {
    return lookAtFolder(path, signal)
  }

  /**
   * The folder to work in, in full; makes it first where it is to be one of the agent's own and there is none yet.
   * @throws INVALID_INPUT, AGENT_FAILED; the signal's reason
   */
  open(choice: WorkspaceChoice, signal: AbortSignal): Promise<string> {
    return this.#inTurn(choice.sessionId, async () => {
      signal.throwIfAborted()
      const folder = await existingFolder(choice.folder)
      if (folder === null) {
        throw invalidInput(
          'workspace',
          `there is no folder ${choice.folder}. Choose another for the agent to work in`,
        )
      }
      if (choice.isolation === 'same') {
        if (wayInside(await this.#realDataFolder(), folder) !== null) throw dataFolderItself(folder)
        return folder
      }
      const known = await readRecord(this.#place(choice.sessionId))
      if (known !== null && known.folder === folder && known.isolation === choice.isolation) {
        if (await isThere(known)) return known.workFolder
      }
      if (known !== null && (await this.#filesOf(known, signal)).length > 0) throw unappliedWork(known)
      await this.#remove(choice.sessionId, known)
      return this.#make(choice.sessionId, folder, choice.isolation, signal)
    })
  }

  /** What was done in the folder of its own; null where there is none. */
  diff(sessionId: string, signal?: AbortSignal): Promise<WorkspaceDiff | null> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      if (record === null) return null
      const { isolation, workFolder } = record
      if (!(await isThere(record))) {
        return { isolation, folder: workFolder, files: [], isCut: false }
      }
      return { isolation, folder: workFolder, ...(await this.#changes(record, signal)) }
    })
  }

  /**
   * Brings what was done into the folder that this one was made of: in these files, or in all. It is not shown as a
   * difference any more.
   * @throws INVALID_INPUT nothing was changed
   */
  apply(sessionId: string, paths?: readonly string[]): Promise<string[]> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      if (record === null) throw invalidInput('sessionId', 'the agent has no folder of its own here')
      if (!(await isThere(record))) {
        throw invalidInput('sessionId', "the agent's own folder is not there any more")
      }
      const shadow = this.#shadowOf(record)
      const now = await shadow.snapshot()
      const changed = pathsOf(rawText(await shadow.diff(['--raw', '-z', record.baseTree, now])))
      const wanted =
        paths === undefined ? changed : changed.filter((file) => file.some((path) => paths.includes(path)))
      if (wanted.length === 0) return []
      const files = wanted.flat()
      const baseTree = paths === undefined ? now : await shadow.mixed(record.baseTree, now, files)
      try {
        await shadow.applyTo(record.folder, record.baseTree, baseTree)
      } catch (error) {
        if (!(error instanceof GitRefusal)) throw error
        throw doesNotFit(record, error)
      }
      await writeRecord(this.#place(sessionId), { ...record, baseTree })
      return files
    })
  }

  /** Removes the folder that was made, with all that was done there. False where there was none. */
  discard(sessionId: string): Promise<boolean> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      await this.#remove(sessionId, record)
      return record !== null
    })
  }

  /** Removes those of chats that are not there any more, also what an earlier process left half made. */
  async sweep(isKept: (sessionId: string) => boolean): Promise<void> {
    const names = await readdir(this.#root).catch(() => [])
    for (const name of names) {
      try {
        const record = await readRecord(join(this.#root, name))
        const sessionId = record?.sessionId ?? name
        if (record !== null && isKept(sessionId)) continue
        if (this.#turns.has(sessionId)) continue
        await this.#inTurn(sessionId, () => this.#removeAt(join(this.#root, name), record))
      } catch (error) {
        this.#errors.warning('workspaces', error)
      }
    }
  }

  #realDataFolder(): Promise<string> {
    return realpath(this.#dataFolder).catch(() => this.#dataFolder)
  }

  async #make(
    sessionId: string,
    folder: string,
    isolation: Exclude<WorkspaceIsolation, 'same'>,
    signal: AbortSignal,
  ): Promise<string> {
    const dataFolder = await this.#realDataFolder()
    if (wayInside(dataFolder, folder) !== null) throw dataFolderItself(folder)
    const place = this.#place(sessionId)
    await mkdir(place, { recursive: true, mode: 0o700 })
    const tree = join(await realpath(place), 'files')
    try {
      const made =
        isolation === 'worktree'
          ? await addWorktree(folder, tree, signal)
          : await copyFolder(folder, tree, { without: dataFolder, signal }).then(() => ({
              workFolder: tree,
              repository: null,
            }))
      const workFolder = (await existingFolder(made.workFolder)) ?? made.workFolder
      if (wayInside(tree, workFolder) === null) throw leadsElsewhere(folder)
      const shadow = new ShadowRepository(join(place, 'base.git'), workFolder)
      await shadow.create(signal)
      const baseTree = await shadow.snapshot(signal)
      await writeRecord(place, {
        sessionId,
        folder,
        isolation,
        workFolder,
        repository: made.repository,
        baseTree,
      })
      return workFolder
    } catch (error) {
      await this.#removeAt(place, null, folder)
      throw error
    }
  }

  async #changes(
    record: WorkspaceRecord,
    signal?: AbortSignal,
  ): Promise<{ files: FileChange[]; isCut: boolean }> {
    const shadow = this.#shadowOf(record)
    const now = await shadow.snapshot(signal)
    const raw = await shadow.diff(['--raw', '-z', record.baseTree, now], signal)
    if (raw.length === 0) return { files: [], isCut: false }
    try {
      const patches = await shadow.diff(['-p', record.baseTree, now], signal)
      return changedFiles(rawText(raw), rawText(patches))
    } catch (error) {
      if (!(error instanceof TooMuchFromGit)) throw error
      return changedFiles(rawText(raw), null)
    }
  }

  /** What was done there and not applied yet; nothing where that can't be said any more. */
  async #filesOf(record: WorkspaceRecord, signal: AbortSignal): Promise<FileChange[]> {
    if (!(await isThere(record))) return []
    return (await this.#changes(record, signal)).files
  }

  #shadowOf(record: WorkspaceRecord): ShadowRepository {
    return new ShadowRepository(join(this.#place(record.sessionId), 'base.git'), record.workFolder)
  }

  #place(sessionId: string): string {
    return join(this.#root, sessionId.replace(/[^A-Za-z0-9_-]/g, '_'))
  }

  #remove(sessionId: string, record: WorkspaceRecord | null): Promise<void> {
    return this.#removeAt(this.#place(sessionId), record)
  }

  async #removeAt(place: string, record: WorkspaceRecord | null, madeOf?: string): Promise<void> {
    const repository = record?.repository ?? madeOf ?? null
    if (repository !== null) await forgetWorktree(repository, place)
    await rm(place, { recursive: true, force: true, maxRetries: 3 })
  }

  async #inTurn<Result>(sessionId: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(sessionId) ?? Promise.resolve()
    const turn = before.then(act).catch((error: unknown) => {
      throw workspaceFailure(error)
    })
    const settled = turn.catch(() => undefined)
    this.#turns.set(sessionId, settled)
    try {
      return await turn
    } finally {
      if (this.#turns.get(sessionId) === settled) this.#turns.delete(sessionId)
    }
  }
}

/** A worktree at the commit that is checked out, without a branch of its own. @throws INVALID_INPUT */
async function addWorktree(
  folder: string,
  tree: string,
  signal: AbortSignal,
): Promise<{ workFolder: string; repository: string }> {
  try {
    const repository = await gitLine(['rev-parse', '--show-toplevel'], { folder, signal })
    // A repository may say of itself that its files lie somewhere else.
    const way = wayInside(repository, folder)
    if (way === null) throw leadsElsewhere(folder)
    const settings = await withoutOwnFilters({ folder, signal })
    await git(['worktree', 'add', '--quiet', '--detach', tree, 'HEAD'], { folder, settings, signal })
    const workFolder = join(tree, way)
    await mkdir(workFolder, { recursive: true })
    return { workFolder, repository }
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error
    throw invalidInput(
      'isolation',
      `no git worktree can be made of ${folder}: ${error.message}. Choose a copy instead`,
      error,
    )
  }
}

/** Has git forget the worktree of this place, and no other one: those of disks that are not mounted are its user's. */
async function forgetWorktree(repository: string, place: string): Promise<void> {
  const tree = join((await existingFolder(place)) ?? place, 'files')
  // A link would lead to what is not Parley's to remove.
  if ((await existingFolder(tree)) !== tree) return
  // What cannot be removed in this way, such as no worktree at all, is removed as a folder.
  await git(['worktree', 'remove', '--force', '--force', tree], { folder: repository }).catch(() => undefined)
}

/** Whether the agent's folder is there, and no link that has taken its place. */
async function isThere({ workFolder }: WorkspaceRecord): Promise<boolean> {
  return (await existingFolder(workFolder)) === workFolder
}

/** The files of each change: one, or of a move both. */
function pathsOf(raw: string): string[][] {
  return rawChanges(raw).map(({ path, movedFrom }) => (movedFrom === null ? [path] : [movedFrom, path]))
}

function rawText(output: Buffer): string {
  return output.toString('utf8')
}

function dataFolderItself(folder: string) {
  return invalidInput(
    'workspace',
    `${folder} lies where Parley keeps its own files. Choose another folder for the agent to work in`,
  )
}

function leadsElsewhere(folder: string) {
  return invalidInput(
    'isolation',
    `${folder} lies elsewhere than its git repository says. Choose a copy instead`,
  )
}

function doesNotFit({ folder }: WorkspaceRecord, error: GitRefusal) {
  const conflict = error.message.slice(0, 500)
  return new ParleyError(
    'INVALID_INPUT',
    `paths: nothing was changed in ${folder}: it has changed meanwhile where the agent changed it too (${conflict})`,
    { data: { field: 'paths', conflict }, cause: error },
  )
}

function unappliedWork({ workFolder, folder }: WorkspaceRecord) {
  return invalidInput(
    'workspace',
    `the agent's own folder ${workFolder}, made of ${folder}, holds changes that were not applied. Apply or discard them first`,
  )
}
