import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { ImportId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { ImportEvent } from '../../../shared/store/store'
import type { ParleyApi } from '../../rpc/parley-api'
import { toBase64 } from '../../browser/base64'
import { errorDataOf } from '../../errors/error-data'
import { pieceOfFile } from '../../browser/read-file'
import { runStream } from '../../rpc/run-stream'

/**
 * The size of an upload piece, and how many are sent before waiting for an answer. Larger pieces are slower: main gets
 * each as text, and lets garbage of long texts grow.
 */
const pieceBytes = 192 * 1024
const piecesInFlight = 3

/** The result of an import: what was added and left out, and warnings. */
export type ImportSummary = Extract<ImportEvent, { type: 'summary' }>
type ImportProgress = Extract<ImportEvent, { type: 'progress' }>

/** The part of a picked or dropped file that is used. */
export type FileToImport = Pick<File, 'name' | 'size' | 'slice'>

/** Progress of an import, then its result. */
export type ImportState =
  | { phase: 'idle' }
  | { phase: 'sending'; fileName: string; sentBytes: number; totalBytes: number }
  | { phase: 'reading'; fileName: string; progress: ImportProgress }
  | {
      phase: 'ended'
      fileName: string
      how: 'completed' | 'cancelled' | 'failed'
      /** The result until then; null when nothing of the file was read. */
      summary: ImportSummary | null
      error: ErrorData | null
    }

/** Imports files with conversations: uploads them to main in pieces, where they are read. One at a time. */
export class Imports {
  readonly store = createStore<{ state: ImportState }>(() => ({ state: { phase: 'idle' } }))
  readonly #api: ParleyApi
  #attempt: AbortController | null = null

  constructor(api: ParleyApi) {
    this.#api = api
  }

  /** Imports `file`. Does nothing while another import is running. */
  async start(file: FileToImport): Promise<void> {
    if (this.#attempt !== null) return
    const attempt = new AbortController()
    this.#attempt = attempt
    try {
      const importId = await this.#send(file, attempt.signal)
      await this.#read(importId, file, attempt.signal)
    } catch (error) {
      const isCancelled = attempt.signal.aborted
      this.#set({
        phase: 'ended',
        fileName: file.name,
        how: isCancelled ? 'cancelled' : 'failed',
        summary: null,
        error: isCancelled ? null : errorDataOf(error),
      })
    } finally {
      this.#attempt = null
    }
  }

  /** Says what to do with a dropped folder. Does nothing while another import is running. */
  refuseFolder(name: string): void {
    if (this.#attempt !== null) return
    const error = failureData('INVALID_INPUT', 'import-folder', { name })
    this.#set({ phase: 'ended', fileName: name, how: 'failed', summary: null, error })
  }

  /** Cancels the running import; conversations imported until then stay. */
  cancel(): void {
    this.#attempt?.abort(new Error('the import was cancelled'))
  }

  /** Clears the result of the last import. */
  forget(): void {
    if (this.#attempt === null) this.#set({ phase: 'idle' })
  }

  async #send(file: FileToImport, signal: AbortSignal): Promise<ImportId> {
    const { name: fileName, size: totalBytes } = file
    this.#set({ phase: 'sending', fileName, sentBytes: 0, totalBytes })
    const { importId } = await this.#api.invoke(
      'imports.begin',
      { fileName: fileName.slice(0, 1024), sizeBytes: totalBytes },
      { signal },
    )
    try {
      const underWay: Promise<void>[] = []
      for (let offset = 0; offset < totalBytes; offset += pieceBytes) {
        const bytes = await pieceOfFile(file, offset, pieceBytes)
        signal.throwIfAborted()
        const sent = this.#api
          .invoke('imports.append', { importId, offset, data: toBase64(bytes) }, { signal })
          .then(({ receivedBytes: sentBytes }) =>
            this.#set({ phase: 'sending', fileName, sentBytes, totalBytes }),
          )
        // Only the first failure is reported; the pieces after it fail as a consequence.
        sent.catch(() => undefined)
        underWay.push(sent)
        if (underWay.length === piecesInFlight) await underWay.shift()
      }
      await Promise.all(underWay)
      return importId
    } catch (error) {
      await this.#discard(importId)
      throw error
    }
  }

  async #read(
    importId: ImportId,
    { name: fileName, size }: FileToImport,
    signal: AbortSignal,
  ): Promise<void> {
    const summaries: ImportSummary[] = []
    const progress: ImportProgress = {
      type: 'progress',
      readBytes: 0,
      totalBytes: size,
      importedCount: 0,
      skippedCount: 0,
    }
    this.#set({ phase: 'reading', fileName, progress })
    const end = await runStream(
      this.#api,
      'import.run',
      { importId },
      {
        signal,
        onEvent: (event) => {
          switch (event.type) {
            case 'progress':
              this.#set({ phase: 'reading', fileName, progress: event })
              return
            case 'summary':
              summaries.push(event)
              return
            default:
              assertNever(event)
          }
        },
      },
    )
    const ended = { phase: 'ended' as const, fileName, summary: summaries[0] ?? null }
    switch (end.reason) {
      case 'completed':
        return this.#set({ ...ended, how: 'completed', error: null })
      case 'stopped':
        return this.#set({ ...ended, how: 'cancelled', error: null })
      case 'failed':
      case 'refused':
        return this.#set({ ...ended, how: 'failed', error: end.error ?? connectionLost() })
      case 'disconnected':
        return this.#set({ ...ended, how: 'failed', error: connectionLost() })
      default:
        return assertNever(end.reason)
    }
  }

  async #discard(importId: ImportId): Promise<void> {
    try {
      await this.#api.invoke('imports.discard', { importId })
    } catch {
      // Without a connection, it is already gone.
    }
  }

  #set(state: ImportState): void {
    this.store.setState({ state })
  }
}

function connectionLost(): ErrorData {
  return failureData('CANCELLED', 'connection-lost-import')
}
