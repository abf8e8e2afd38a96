import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { JobRunner } from '../base/threads/job'
import { attachmentsFolderName } from '../store/attachments/attachment-files'
import type { FolderAccess, SyncJobs } from './sync-jobs'
import type { SyncStore } from './sync-store'

/** What carries attachments. */
export interface AttachmentsDeps {
  store: SyncStore
  jobs: JobRunner<SyncJobs>
  /** Moves an attachment that has arrived into its place. */
  keepFile: (sha256: string, path: string, signal: AbortSignal) => Promise<boolean>
}

/** Carries attachments between this machine and the sync folder. */
export class SyncAttachments {
  readonly #dataFolder: string
  readonly #deps: AttachmentsDeps
  readonly #arrivals: string
  #isAwaiting = false

  constructor(dataFolder: string, deps: AttachmentsDeps) {
    this.#dataFolder = dataFolder
    this.#deps = deps
    this.#arrivals = join(dataFolder, 'sync-arrivals')
  }

  /** True while some are on their way. */
  get isAwaiting(): boolean {
    return this.#isAwaiting
  }

  /** Removes what the last process left. */
  removeLeftovers(): void {
    rmSync(this.#arrivals, { recursive: true, force: true })
  }

  /** Fetches one now, if the folder has it. */
  async fetch(sha256: string, access: FolderAccess, signal: AbortSignal): Promise<void> {
    const target = join(this.#arrivals, `${sha256}.now`)
    this.#makeRoom()
    const got = await this.#deps.jobs.run('fetchFile', { access, sha256, target }, { signal })
    if (got.kind === 'got') await this.#keep({ sha256, path: target }, signal)
  }

  /** Writes those that the folder lacks, and fetches small ones that are missing here. */
  async exchange(access: FolderAccess, signal: AbortSignal) {
    const { store, jobs } = this.#deps
    this.#makeRoom()
    const exchanged = await jobs.run(
      'exchangeFiles',
      {
        access,
        files: store.files,
        attachments: join(this.#dataFolder, attachmentsFolderName),
        arrivals: this.#arrivals,
      },
      { signal, onQuestion: (file) => this.#keep(file, signal) },
    )
    if (exchanged.kind === 'exchanged') this.#isAwaiting = exchanged.absentCount > 0
    return exchanged
  }

  #makeRoom(): void {
    mkdirSync(this.#arrivals, { recursive: true, mode: 0o700 })
  }

  async #keep({ sha256, path }: { sha256: string; path: string }, signal: AbortSignal): Promise<void> {
    try {
      await this.#deps.keepFile(sha256, path, signal)
    } finally {
      rmSync(path, { force: true })
    }
  }
}
