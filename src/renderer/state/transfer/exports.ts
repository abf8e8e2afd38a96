import { createStore } from 'zustand/vanilla'

import { type ErrorData, ParleyError } from '../../../shared/errors'
import { failure } from '../../errors/failure'
import type { ComparisonId, ExportId, ProjectId, SessionId, SetRunId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { RouteInput, StreamInput } from '../../../shared/rpc/contract'
import type { PageDiagram } from '../../../shared/store/page-diagrams'
import { type ExportEvent, exportOfEverything } from '../../../shared/store/store'
import type { ParleyApi } from '../../rpc/parley-api'
import { fromBase64 } from '../../browser/base64'
import { errorDataOf } from '../../errors/error-data'
import { currentLanguage } from '../../language/t'
import { runStream } from '../../rpc/run-stream'

/** The formats of an exported chat. */
export type ExportFormat = RouteInput<'sessions.export'>['format']

/** Formats of a run of a prompt set that other programs read. */
type RunFormat = Exclude<Extract<StreamInput<'export.run'>, { runId: string }>['format'], 'bundle'>

/** Draws diagrams for exported pages; those that cannot be drawn are missing from the result. */
export type DrawForPages = (
  sources: readonly string[],
  options: { signal: AbortSignal; onDrawn: (count: number) => void },
) => Promise<PageDiagram[]>

/** Progress of an export. `totalCount` and `sizeBytes` are 0 until they are known. */
export type ExportState =
  | { phase: 'idle' }
  | { phase: 'drawing'; doneCount: number; totalCount: number }
  | { phase: 'writing'; doneCount: number; totalCount: number }
  | { phase: 'fetching'; readBytes: number; sizeBytes: number }
  /** `hiddenCount`: the comparisons that were left out, because their contestants are hidden. */
  | { phase: 'saved'; fileName: string; hiddenCount: number }
  | { phase: 'failed'; error: ErrorData }

/** The chats to export, and the format. */
interface ExportRequest {
  format: ExportFormat
  sessionIds?: readonly SessionId[]
  projectId?: ProjectId
}

type ReadyExport = Extract<ExportEvent, { type: 'ready' }>

interface WrittenExport {
  fileName: string
  content: Blob
  hiddenCount?: number
}

/** Exports chats, in the language of the window, to files that the browser saves, one export at a time. */
export class Exports {
  readonly store = createStore<{ state: ExportState }>(() => ({ state: { phase: 'idle' } }))
  readonly #api: ParleyApi
  readonly #saveFile: (fileName: string, content: Blob) => void
  readonly #draw: DrawForPages | null
  #attempt: AbortController | null = null

  /** Without `draw`, the diagrams in pages stay source. */
  constructor(
    api: ParleyApi,
    saveFile: (fileName: string, content: Blob) => void,
    draw: DrawForPages | null = null,
  ) {
    this.#api = api
    this.#saveFile = saveFile
    this.#draw = draw
  }

  /**
   * Exports these chats, those of a project, or all of them; a single one is not a ZIP. Does nothing while another
   * export is running.
   */
  start(request: ExportRequest): Promise<void> {
    return this.#run((signal) => this.#file(request, signal))
  }

  /** Exports something as one HTML file. Does nothing while another export is running. */
  startBundle(input: Extract<StreamInput<'export.run'>, { format: 'bundle' }>): Promise<void> {
    return this.#run(async (signal) =>
      this.#written({ ...input, ...(await this.#drawn(input, signal)) }, signal),
    )
  }

  /** Exports one comparison with its votes. Does nothing while another export is running. */
  startComparison(input: { format: 'json' | 'markdown'; comparisonId: ComparisonId }): Promise<void> {
    return this.#run((signal) => this.#written(input, signal))
  }

  /** Exports a run of a prompt set as one file. Does nothing while another export is running. */
  startRun({ runId, format }: { runId: SetRunId; format: RunFormat | 'bundle' }): Promise<void> {
    return format === 'bundle'
      ? this.startBundle({ format, runId })
      : this.#run((signal) => this.#written({ format, runId }, signal))
  }

  async #run(make: (signal: AbortSignal) => Promise<WrittenExport>): Promise<void> {
    if (this.#attempt !== null) return
    const attempt = new AbortController()
    this.#attempt = attempt
    this.#set({ phase: 'writing', doneCount: 0, totalCount: 0 })
    try {
      const { fileName, content, hiddenCount = 0 } = await make(attempt.signal)
      this.#saveFile(fileName, content)
      this.#set({ phase: 'saved', fileName, hiddenCount })
    } catch (error) {
      this.#set(attempt.signal.aborted ? { phase: 'idle' } : { phase: 'failed', error: errorDataOf(error) })
    } finally {
      this.#attempt = null
    }
  }

  /** Cancels the running export. */
  cancel(): void {
    this.#attempt?.abort(new Error('the export was cancelled'))
  }

  /** Clears the result of the last export. */
  forget(): void {
    if (this.#attempt === null) this.#set({ phase: 'idle' })
  }

  /** Takes the result of the last export: the name of the saved file, or null if there is none. @throws why it failed */
  take(): string | null {
    const { state } = this.store.getState()
    this.forget()
    if (state.phase === 'failed') throw ParleyError.fromData(state.error)
    return state.phase === 'saved' ? state.fileName : null
  }

  async #file({ format, sessionIds, projectId }: ExportRequest, signal: AbortSignal): Promise<WrittenExport> {
    const wanted = {
      format,
      ...(sessionIds === undefined ? {} : { sessionIds: [...sessionIds] }),
      ...(projectId === undefined ? {} : { projectId }),
    }
    const diagrams = format === 'html' && this.#draw !== null ? await this.#drawn(wanted, signal) : {}
    const [only] = sessionIds ?? []
    if (only !== undefined && sessionIds?.length === 1) {
      // In a single answer, which also works when the disk is full.
      const file = await this.#single({ sessionId: only, format, ...diagrams }, signal)
      if (file !== null) return file
    }
    const isEverything = sessionIds === undefined && projectId === undefined && format === 'json'
    return this.#written(isEverything ? exportOfEverything : { ...wanted, ...diagrams }, signal)
  }

  /** The diagrams of the export's pages; none where nothing is drawn. */
  async #drawn(input: StreamInput<'export.run'>, signal: AbortSignal): Promise<{ diagrams?: PageDiagram[] }> {
    if (this.#draw === null) return {}
    const { sources } = await this.#api.invoke('exports.diagrams', input, { signal })
    if (sources.length === 0) return {}
    const onDrawn = (doneCount: number) =>
      this.#set({ phase: 'drawing', doneCount, totalCount: sources.length })
    const diagrams = await this.#draw(sources, { signal, onDrawn })
    this.#set({ phase: 'writing', doneCount: 0, totalCount: 0 })
    return { diagrams }
  }

  async #written(input: StreamInput<'export.run'>, signal: AbortSignal): Promise<WrittenExport> {
    const { exportId, fileName, sizeBytes, hiddenCount = 0 } = await this.#write(input, signal)
    return { fileName, content: await this.#fetch(exportId, sizeBytes, signal), hiddenCount }
  }

  /** Null when the chat is too long for one answer. */
  async #single(
    input: RouteInput<'sessions.export'>,
    signal: AbortSignal,
  ): Promise<{ fileName: string; content: Blob } | null> {
    try {
      const wanted = { ...input, language: currentLanguage() }
      const { fileName, content } = await this.#api.invoke('sessions.export', wanted, { signal })
      return { fileName, content: new Blob([content]) }
    } catch (error) {
      if (errorDataOf(error).data?.['reason'] === 'chat-too-long') return null
      throw error
    }
  }

  async #write(input: StreamInput<'export.run'>, signal: AbortSignal): Promise<ReadyExport> {
    const ready: ReadyExport[] = []
    const wanted = { ...input, language: currentLanguage() }
    const end = await runStream(this.#api, 'export.run', wanted, {
      signal,
      onEvent: (event) => {
        switch (event.type) {
          case 'progress':
            this.#set({ phase: 'writing', doneCount: event.doneCount, totalCount: event.totalCount })
            return
          case 'ready':
            ready.push(event)
            return
          default:
            assertNever(event)
        }
      },
    })
    const [file] = ready
    if (file === undefined) {
      const { reason, error } = end
      if (error === undefined || reason === 'disconnected')
        throw failure('CANCELLED', 'connection-lost-export')
      throw ParleyError.fromData(error)
    }
    if (signal.aborted) await this.#discard(file.exportId)
    signal.throwIfAborted()
    return file
  }

  async #fetch(exportId: ExportId, sizeBytes: number, signal: AbortSignal): Promise<Blob> {
    const pieces: Blob[] = []
    let offset = 0
    try {
      for (;;) {
        this.#set({ phase: 'fetching', readBytes: offset, sizeBytes })
        const { data, isLast } = await this.#api.invoke('exports.read', { exportId, offset }, { signal })
        const bytes = fromBase64(data)
        // Separate blobs, so that the browser may keep them on disk.
        pieces.push(new Blob([bytes]))
        offset += bytes.length
        if (isLast) return new Blob(pieces, { type: 'application/octet-stream' })
      }
    } catch (error) {
      await this.#discard(exportId)
      throw error
    }
  }

  async #discard(exportId: ExportId): Promise<void> {
    try {
      await this.#api.invoke('exports.discard', { exportId })
    } catch {
      // Without a connection, it is already gone.
    }
  }

  #set(state: ExportState): void {
    this.store.setState({ state })
  }
}
