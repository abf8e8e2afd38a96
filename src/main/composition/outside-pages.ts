import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { failure } from '../../shared/failures/failure'
import { errorCode } from '../base/error-code'
import { makeOwnedFolder, removeFolder } from '../base/files/owned-folder'
import type { Platform } from '../platform/platform'

/** The browser may load a page again for as long as it is one of the newest. */
const keptPages = 10

/**
 * Pages of answers that the user opens outside Parley. Each is alone in a temporary folder, so that it finds nothing
 * beside it and its address does not say where the data folder is.
 */
export class OutsidePages {
  readonly #platform: Pick<Platform, 'confirm' | 'openFile'>
  readonly #place: string
  readonly #folders: string[] = []

  constructor(platform: Pick<Platform, 'confirm' | 'openFile'>, place = tmpdir()) {
    this.#platform = platform
    this.#place = place
  }

  /** Opens a page if the user agrees, which is the result. @throws INTERNAL it cannot be written or opened */
  async open(html: string, signal: AbortSignal): Promise<boolean> {
    if (!(await this.#platform.confirm({ kind: 'answer-page', lines: [] }, signal))) return false
    try {
      const folder = makeOwnedFolder('page', this.#place)
      if (this.#folders.push(folder) > keptPages) removeFolder(this.#folders.shift() ?? folder)
      const file = join(folder, 'page.html')
      await writeFile(file, html, { mode: 0o600 })
      if (this.#platform.openFile === undefined) throw new Error('no desktop')
      await this.#platform.openFile(file)
      return true
    } catch (cause) {
      const detail = errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
      throw failure('INTERNAL', 'page-not-opened', { detail }, cause)
    }
  }

  /** Removes the files. */
  close(): void {
    for (const folder of this.#folders.splice(0)) removeFolder(folder)
  }
}
