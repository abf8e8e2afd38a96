import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { FolderFacts, WorkspaceDiff, WorkspaceIsolation } from '../../../shared/agents/agents'
import type { CommandCheck } from '../../../shared/agents/command-checks'
import { failure } from '../../../shared/failures/failure'
import type { ErrorSink } from '../../errors/error-sink'
import { pathInside } from '../../base/files/full-path'
import { applyChanges, ChangeConflict } from './apply-changes'
import { changedFiles } from './git/changed-files'
import { copyFolder } from './copy-folder'
import { GitRefusal } from './git/git'
import { existingFolder, inspectFolder } from './inspect-folder'
import { readCheck, writeCheck } from './kept-check'
import { forgetWorktree, makeWorktree } from './worktree'
import { findRepository } from './git/repository-view'
import { ShadowRepository } from './git/shadow-repository'
import type { TreeChange } from './git/tree-changes'
import { readRecord, type WorkspaceRecord, writeRecord } from './workspace-record'

/** The chat, the folder and the isolation of an agent's work. */
export interface WorkspaceChoice {
  /** The chat or pane, with one folder each. */
  sessionId: string
  folder: string
  isolation: WorkspaceIsolation
}

/**
 * The folders in which agents work. A separate workspace is created on first use and kept as long as its chat; its
 * changes can be shown and applied. Operations on one workspace run one after another.
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

  inspect(path: string, signal?: AbortSignal): Promise<FolderFacts> {
    return inspectFolder(path, signal)
  }

  /**
   * The absolute path of the folder to work in; creates a separate workspace on first use.
   * @throws INVALID_INPUT, AGENT_FAILED; the signal's reason
   */
  open(choice: WorkspaceChoice, signal: AbortSignal): Promise<string> {
    return this.#inTurn(choice.sessionId, async () => {
      signal.throwIfAborted()
      const folder = await existingFolder(choice.folder)
      if (folder === null) {
        throw failure('INVALID_INPUT', 'agent-folder-not-found', {
          field: 'workspace',
          folder: choice.folder,
        })
      }
      if (choice.isolation === 'same') {
        if (pathInside(await this.#realDataFolder(), folder) !== null) throw dataFolderItself(folder)
        return folder
      }
      const known = await readRecord(this.#place(choice.sessionId))
      if (known !== null && known.folder === folder && known.isolation === choice.isolation) {
        if (await isThere(known)) return known.workFolder
      }
      if (known !== null && (await this.#hasWork(known, signal))) throw unappliedWork(known)
      await this.#remove(choice.sessionId, known)
      return this.#make(choice.sessionId, folder, choice.isolation, signal)
    })
  }

  /** The folder that the separate workspace was created from; null when there is no separate workspace. */
  origin(sessionId: string): Promise<string | null> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      return record !== null && (await isThere(record)) ? record.folder : null
    })
  }

  /** The folder of the separate workspace; null when there is none. */
  async workFolder(sessionId: string): Promise<string | null> {
    return (await readRecord(this.#place(sessionId)))?.workFolder ?? null
  }

  /** The separate workspace, and the tree of its current files. @throws INVALID_INPUT there is none */
  state(sessionId: string, signal: AbortSignal): Promise<{ workFolder: string; tree: string }> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      if (record === null || !(await isThere(record))) throw noFolder()
      const { tree } = await this.#shadowOf(record).snapshot(signal)
      return { workFolder: record.workFolder, tree }
    })
  }

  /** Stores a check with the workspace, in place of the previous one. */
  keepCheck(sessionId: string, check: CommandCheck, tree: string): Promise<void> {
    return this.#inTurn(sessionId, () => writeCheck(this.#place(sessionId), check, tree))
  }

  /** The last check of the workspace; null when there is none. `tree` is that of its current files. */
  async lastCheck(sessionId: string, tree: string | null): Promise<CommandCheck | null> {
    const kept = await readCheck(this.#place(sessionId))
    return kept === null ? null : { ...kept.check, isOutdated: kept.tree !== tree }
  }

  /** The changes in the separate workspace; null when there is none. */
  diff(sessionId: string, signal?: AbortSignal): Promise<WorkspaceDiff | null> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      if (record === null) return null
      const { isolation, workFolder } = record
      if (!(await isThere(record))) {
        return { isolation, folder: workFolder, files: [], isCut: false, state: null }
      }
      const shadow = this.#shadowOf(record)
      const { tree: state, isWhole } = await shadow.snapshot(signal)
      const { changes, nameless } = await shadow.changes(record.baseTree, state, { signal })
      const { files, isCut } = await changedFiles(changes, shadow.contents(signal))
      return { isolation, folder: workFolder, files, isCut: isCut || nameless > 0 || !isWhole, state }
    })
  }

  /**
   * Applies changes to the original folder: those in these files as of `state`, whatever happened since. They are no
   * longer shown as differences.
   * @param state the result of `diff`
   * @throws INVALID_INPUT nothing was changed: the changes conflict, or need changes that were not chosen
   */
  apply(sessionId: string, state: string, paths: readonly string[]): Promise<string[]> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      if (record === null) throw noFolder()
      const shadow = this.#shadowOf(record)
      const wanted = new Set(paths)
      const { changes } = await shadow.changes(record.baseTree, state).catch((error: unknown) => {
        throw error instanceof GitRefusal ? unknownState(error) : error
      })
      const chosen = changes.filter(
        (change) => pathsOf(change).some((path) => wanted.has(path)) && !isRepository(change),
      )
      if (chosen.length === 0) return []
      const files = chosen.flatMap(pathsOf)
      const baseTree = await shadow.mixed(record.baseTree, state, files)
      const steps = await shadow.changes(record.baseTree, baseTree, { isExact: true })
      const unchosen = steps.changes.find(({ path }) => !files.includes(path))
      if (unchosen !== undefined) throw needsUnchosen(unchosen)
      try {
        await applyChanges(record.folder, steps.changes, {
          shadow,
          workFolder: record.workFolder,
          moves: new Map(
            chosen.flatMap(({ path, movedFrom }) => (movedFrom === null ? [] : [[path, movedFrom]])),
          ),
          scratch: join(this.#place(sessionId), 'applying'),
        })
      } catch (error) {
        if (!(error instanceof ChangeConflict)) throw error
        throw doesNotFit(record, error)
      }
      await writeRecord(this.#place(sessionId), { ...record, baseTree })
      return files
    })
  }

  /** Removes the separate workspace with all its changes. False when there was none. */
  discard(sessionId: string): Promise<boolean> {
    return this.#inTurn(sessionId, async () => {
      const record = await readRecord(this.#place(sessionId))
      await this.#remove(sessionId, record)
      return record !== null
    })
  }

  /** Removes the workspaces of deleted chats, including incomplete ones from an earlier process. */
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
    if (pathInside(dataFolder, folder) !== null) throw dataFolderItself(folder)
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
      if (pathInside(tree, workFolder) === null) throw leadsElsewhere(folder)
      const shadow = new ShadowRepository(join(place, 'base.git'), workFolder)
      await shadow.create(signal)
      const { tree: baseTree } = await shadow.snapshot(signal)
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

  /** True if the workspace has changes that were not applied; false when that can no longer be determined. */
  async #hasWork(record: WorkspaceRecord, signal: AbortSignal): Promise<boolean> {
    if (!(await isThere(record))) return false
    return (await this.#shadowOf(record).snapshot(signal)).tree !== record.baseTree
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
    if (repository !== null) {
      await forgetWorktree(repository, join((await existingFolder(place)) ?? place, 'files'))
    }
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

/** Creates a detached worktree at the checked-out commit. @throws INVALID_INPUT */
async function addWorktree(
  folder: string,
  tree: string,
  signal: AbortSignal,
): Promise<{ workFolder: string; repository: string }> {
  try {
    const repository = await findRepository(folder, signal)
    // A repository may claim that its files are elsewhere.
    const way = pathInside(repository.top, folder)
    if (way === null) throw leadsElsewhere(folder)
    await makeWorktree(repository, tree, signal)
    const workFolder = join(tree, way)
    await mkdir(workFolder, { recursive: true })
    return { workFolder, repository: repository.top }
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error
    const data = { field: 'isolation', folder, said: error.message }
    throw failure('INVALID_INPUT', 'agent-worktree', data, error)
  }
}

/** True if the workspace exists, and was not replaced by a link. */
async function isThere({ workFolder }: WorkspaceRecord): Promise<boolean> {
  return (await existingFolder(workFolder)) === workFolder
}

/** The files of a change: one, or both for a move. */
function pathsOf({ path, movedFrom }: TreeChange): string[] {
  return movedFrom === null ? [path] : [movedFrom, path]
}

/** A nested repository is only an id: there is nothing to apply. */
function isRepository({ before, after }: TreeChange): boolean {
  return [before, after].some((entry) => entry?.mode === '160000')
}

function noFolder() {
  return failure('INVALID_INPUT', 'agent-folder-none', { field: 'sessionId' })
}

function unknownState(cause: GitRefusal) {
  return failure('INVALID_INPUT', 'changes-not-reviewed', { field: 'state' }, cause)
}

function dataFolderItself(folder: string) {
  return failure('INVALID_INPUT', 'agent-folder-in-data', { field: 'workspace', folder })
}

function leadsElsewhere(folder: string) {
  return failure('INVALID_INPUT', 'agent-worktree-elsewhere', { field: 'isolation', folder })
}

/** A file and a folder of the same name cannot coexist: what was not chosen would go, too. */
function needsUnchosen({ path }: TreeChange) {
  return failure('INVALID_INPUT', 'change-replaces-another', { field: 'paths', path })
}

function doesNotFit({ folder }: WorkspaceRecord, error: ChangeConflict) {
  const conflict = error.message.slice(0, 500)
  return failure('INVALID_INPUT', 'agent-folder-changed', { field: 'paths', folder, conflict }, error)
}

function unappliedWork({ workFolder, folder }: WorkspaceRecord) {
  return failure('INVALID_INPUT', 'agent-folder-pending', { field: 'workspace', workFolder, folder })
}

const shownChars = 500
const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Converts an error with an agent's workspace to a readable one; leaves readable ones unchanged. */
function workspaceFailure(error: unknown): unknown {
  if (error instanceof GitRefusal) {
    return failure('AGENT_FAILED', 'git', { said: error.message.slice(0, shownChars) }, error)
  }
  if (!isSystemError(error)) return error
  if (fullDisk.has(error.code)) return failure('AGENT_FAILED', 'disk-full', {}, error)
  const detail = error.path === undefined ? error.code : `${error.code} ${error.path}`
  return failure('AGENT_FAILED', 'workspace', { detail }, error)
}

/** An operating system error has the failed call; an abort reason does not. */
function isSystemError(error: unknown): error is Error & { code: string; path?: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}
