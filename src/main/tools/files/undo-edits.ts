import { failure } from '../../../shared/failures/failure'
import type { MessageId } from '../../../shared/ids'
import type { FileEdit } from '../../../shared/tools/file-edits'
import type { Clock } from '../../base/clock'
import type { JobRunner } from '../../base/threads/job'
import type { FileTurns } from './file-turns'
import type { FileJobs } from './jobs/file-jobs'

/** The store of edits. */
export interface EditRecords {
  /** @throws STORE_FULL, STORE_DAMAGED */
  add(record: FileEdit): void
  remove(record: Pick<FileEdit, 'sessionId' | 'messageId' | 'toolCallId'>): void
  get(messageId: MessageId, toolCallId: string): FileEdit | null
  /** The edit of a call that has just been made, also by a hidden contestant. */
  made(call: Pick<FileEdit, 'sessionId' | 'messageId' | 'toolCallId'>): FileEdit | null
  /** Marks the edit as undone, also for the panes that share it. */
  setUndone(messageId: MessageId, toolCallId: string, at: number): void
}

const longestUndoMs = 20_000

interface UndoEditsDeps {
  jobs: JobRunner<FileJobs>
  edits: EditRecords
  /** Full paths of folders that no tool changes. */
  closedFolders: readonly string[]
  /** Shared with the tool that edits. */
  turns: FileTurns
  clock: Clock
}

/** Takes edits back when the user asks for it. */
export class UndoEdits {
  readonly #deps: UndoEditsDeps

  constructor(deps: UndoEditsDeps) {
    this.#deps = deps
  }

  /**
   * Gives the file of an edit its earlier content, or removes a file that the edit created. Returns when that was done,
   * also if it was done before. An edit that is being made is taken back once it was made.
   * @throws NOT_FOUND the edit is not kept, or its folder is gone; INVALID_INPUT the file has changed since; TIMEOUT
   */
  async undo(messageId: MessageId, toolCallId: string): Promise<{ undoneAt: number }> {
    const { edits, turns } = this.#deps
    const edit = edits.get(messageId, toolCallId)
    if (edit === null) throw failure('NOT_FOUND', 'file-edit')
    return turns.take(edit, () => this.#undo(messageId, toolCallId))
  }

  async #undo(messageId: MessageId, toolCallId: string): Promise<{ undoneAt: number }> {
    const { jobs, edits, closedFolders, clock } = this.#deps
    // Until its turn came, the edit may have been refused, or taken back in another window.
    const edit = edits.get(messageId, toolCallId)
    if (edit === null) throw failure('NOT_FOUND', 'file-edit')
    const { folder, names, before, afterHash, undoneAt } = edit
    if (undoneAt !== null) return { undoneAt }
    const place = { root: folder, closedFolders }
    await jobs.run('undoFile', { place, names, before, afterHash }, { timeoutMs: longestUndoMs })
    const at = clock.now()
    edits.setUndone(messageId, toolCallId, at)
    return { undoneAt: at }
  }
}
