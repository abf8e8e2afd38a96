import { isAbsolute, join } from 'node:path'

import { z } from 'zod'

import { ParleyError } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import type { NoticeId } from '../../../../shared/ids'
import { type Language, languages } from '../../../../shared/locales/language'
import type { MarkdownFolderProblem, MarkdownFolderState } from '../../../../shared/store/markdown-folder'
import type { Clock } from '../../../base/clock'
import type { Dispose } from '../../../base/dispose'
import { Emitter } from '../../../base/emitter'
import { fullPath, pathInside, realPath } from '../../../base/files/full-path'
import { JsonFile } from '../../../base/files/json-file'
import type { NewId } from '../../../base/new-id'
import type { JobRunner } from '../../../base/threads/job'
import type { ErrorSink } from '../../../errors/error-sink'
import { noticeAbout, type StoreNotices } from '../../integrity/store-notices'
import type { FolderJobs } from './sync-markdown-folder'

/** Changes are collected for this long, so that a long conversation is not written with every answer. */
const settleMs = 5_000
/** The time for which a folder that could not be written is left alone. */
const pauseMs = 60_000

interface Choice {
  folder: string | null
  isKept: boolean
  language: Language
}

interface MarkdownFolderDeps {
  databaseFile: string
  jobs: JobRunner<FolderJobs>
  clock: Clock
  newId: NewId
  notices: Pick<StoreNotices, 'add' | 'dismiss'>
  errors: ErrorSink
  /** Calls its listener whenever a chat has changed. */
  onChatsChanged: (listener: () => void) => Dispose
}

/** A folder of the user's with a Markdown file for each chat, written in a thread. */
export class MarkdownFolder {
  readonly #dataFolder: string
  readonly #deps: MarkdownFolderDeps
  readonly #file: JsonFile<Choice>
  readonly #changed = new Emitter<MarkdownFolderState>()
  readonly #closing = new AbortController()
  #choice: Choice
  #state: MarkdownFolderState
  #running: AbortController | null = null
  /** Something changed while files were written. */
  #isStale = false
  #cancelTimer: Dispose | null = null
  #notice: NoticeId | null = null

  constructor(dataFolder: string, deps: MarkdownFolderDeps) {
    this.#dataFolder = dataFolder
    this.#deps = deps
    this.#file = new JsonFile<Choice>(join(dataFolder, 'markdown-folder.json'), {
      schema: z.object({
        folder: z.string().nullable(),
        isKept: z.boolean(),
        language: z.enum(languages),
      }),
      empty: { folder: null, isKept: false, language: 'en' },
      clock: deps.clock,
      onProblem: (error) => deps.errors.warning('markdown-folder', error),
    })
    this.#choice = this.#file.read()
    const { folder, isKept } = this.#choice
    this.#state = { folder, isKept, isWriting: false, progress: null, written: null, problem: null }
  }

  get state(): MarkdownFolderState {
    return this.#state
  }

  /** Calls `listener` whenever the state changes. */
  onChanged(listener: (state: MarkdownFolderState) => void): Dispose {
    return this.#changed.on(listener)
  }

  /** Keeps the files up to date, if the user wants that, until the returned function is called. */
  start(): Dispose {
    const stopListening = this.#deps.onChatsChanged(() => this.#chatsChanged())
    this.#chatsChanged()
    return () => {
      stopListening()
      this.#cancelTimer?.()
      this.#closing.abort()
      this.#running?.abort()
    }
  }

  /**
   * Chooses the folder, in whose language, and writes the files. Null: no folder any more; the files stay.
   * @throws INVALID_INPUT it depends on where Parley was started, or cannot be a path
   */
  set({ folder, isKept, language }: Choice): void {
    const given = folder === null ? null : fullPath(folder)
    if (given !== null && (!isAbsolute(given) || given.includes('\0'))) {
      throw failure('INVALID_INPUT', 'path-not-absolute', { field: 'folder' })
    }
    // By another name, it would be another folder, and its files the user's.
    const path = given === null ? null : realPath(given)
    this.#running?.abort()
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#choice = { folder: path, isKept: isKept && path !== null, language }
    this.#file.write(this.#choice)
    this.#clearNotice()
    this.#set({ folder: path, isKept: this.#choice.isKept, problem: null, written: null, progress: null })
    if (path !== null) this.write()
  }

  /** Brings all files up to date now. */
  write(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    void this.#write()
  }

  #chatsChanged(): void {
    if (!this.#choice.isKept) return
    if (this.#running !== null) {
      this.#isStale = true
      return
    }
    const delayMs = this.#state.problem === null ? settleMs : pauseMs
    this.#cancelTimer ??= this.#deps.clock.after(delayMs, () => this.write())
  }

  async #write(): Promise<void> {
    const { folder, language } = this.#choice
    if (folder === null || this.#closing.signal.aborted) return
    // The one that was replaced ends first: two would not know of each other's files.
    if (this.#running !== null) {
      this.#isStale = true
      return
    }
    const running = new AbortController()
    this.#running = running
    this.#isStale = false
    this.#set({ isWriting: true, progress: null })
    const problem = await this.#run(folder, language, running.signal)
    this.#running = null
    this.#set({ isWriting: false, progress: null })
    if (this.#closing.signal.aborted) return
    // Another folder was chosen in the meantime.
    if (running.signal.aborted) return void this.#write()
    this.#report(problem, folder)
    if (this.#isStale) this.#chatsChanged()
  }

  /** Returns why not all files could be written. */
  async #run(folder: string, language: Language, signal: AbortSignal): Promise<MarkdownFolderProblem | null> {
    const { databaseFile, jobs, clock, errors } = this.#deps
    try {
      if (this.#isOwn(folder)) return 'inside'
      const recordFile = join(this.#dataFolder, 'markdown-folder-files.json')
      const { problem, fileCount } = await jobs.run(
        'syncMarkdownFolder',
        { databaseFile, folder, recordFile, language },
        { signal, onReport: (progress) => this.#set({ progress }) },
      )
      if (problem === null && !signal.aborted) this.#set({ written: { at: clock.now(), fileCount } })
      return problem
    } catch (error) {
      if (signal.aborted) return null
      errors.warning('markdown-folder', error)
      return error instanceof ParleyError && error.code === 'STORE_FULL' ? 'full' : 'failed'
    }
  }

  /** True for the data folder and everything in it, where Parley's own files are. */
  #isOwn(folder: string): boolean {
    return pathInside(realPath(this.#dataFolder), realPath(folder)) !== null
  }

  #report(problem: MarkdownFolderProblem | null, folder: string): void {
    if (problem === null) this.#clearNotice()
    // With the window's Settings open, the user sees it there as well.
    else if (this.#choice.isKept && this.#notice === null) {
      this.#notice = this.#deps.newId<NoticeId>()
      const event = { code: 'markdown-folder-paused', problem, folder } as const
      this.#deps.notices.add(noticeAbout(event, { id: this.#notice, at: this.#deps.clock.now() }))
    }
    this.#set({ problem })
    // Its disk may be connected again, or have room.
    if (problem !== null) this.#chatsChanged()
  }

  #clearNotice(): void {
    if (this.#notice !== null) this.#deps.notices.dismiss(this.#notice)
    this.#notice = null
  }

  #set(changed: Partial<MarkdownFolderState>): void {
    this.#state = { ...this.#state, ...changed }
    this.#changed.fire(this.#state)
  }
}
