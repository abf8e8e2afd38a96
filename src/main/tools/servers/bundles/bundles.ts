import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { failure } from '../../../../shared/failures/failure'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { type BundleInfo, bundleLimits, type BundleValue } from '../../../../shared/tools/bundles'
import { errorCode } from '../../../base/error-code'
import type { NewId } from '../../../base/new-id'
import type { GivenTransport } from '../../../../shared/tools/schema'
import { commandLine } from '../definitions/server-id'
import { shownText } from '../definitions/shown-text'
import { type BundleArchive, openBundle } from './bundle-archive'
import { type BundlePlaces, bundleFields, bundleTransport, commandOf } from './bundle-setup'
import { type BundleManifest, readManifest } from './manifest'

/** The folder of all unpacked bundles, in the data folder. */
const folderName = 'servers'

/** Begins the name of a folder that no server uses: it is being unpacked or removed. */
const unusedPrefix = 'unused-'

/** Begins the name of a file that says that a folder may not belong to a saved server. */
const unsavedPrefix = 'unsaved-'

const titleChars = 200
const descriptionChars = 2_000
const shownTools = 200

/** A bundle that was unpacked for a server. */
export interface UnpackedBundle {
  /** Its folder's name. */
  folder: string
  transport: Extract<GivenTransport, { type: 'stdio' }>
}

/** Bundles (`.mcpb`): servers with all their files, which are unpacked into a folder of their own. */
export class Bundles {
  readonly #folder: string
  readonly #places: BundlePlaces
  readonly #newId: NewId
  /** The folders that this process has made. */
  readonly #made = new Set<string>()

  constructor(dataFolder: string, deps: { places: BundlePlaces; newId: NewId }) {
    this.#folder = join(dataFolder, folderName)
    this.#places = deps.places
    this.#newId = deps.newId
  }

  /**
   * Reads a bundle's description of itself. `idOf` makes an id of its name that no server has.
   * @throws INVALID_INPUT
   */
  read(path: string, idOf: (name: string) => string): Promise<BundleInfo> {
    return this.#with(path, (_archive, manifest) => {
      const { name, display_name: title = name, version, description, author, tools } = manifest
      return Promise.resolve({
        title: shownText(title, titleChars) || name,
        version: shownText(version, titleChars),
        author: shownText(author.name, titleChars),
        description: shownText(description, descriptionChars),
        suggestedId: idOf(name),
        command: commandLine(commandOf(manifest, this.#places.platform)),
        tools: tools.slice(0, shownTools).map((tool) => shownText(tool.name, titleChars)),
        fields: bundleFields(manifest, this.#places),
      })
    })
  }

  /**
   * Unpacks a bundle; nothing of it stays if that fails. The caller saves its server and then calls `saved`; if Parley
   * ends in between, the next start removes the folder.
   * @throws INVALID_INPUT, STORE_FULL, the reason of `signal`
   */
  unpack(
    path: string,
    given: Readonly<Record<string, BundleValue>>,
    signal: AbortSignal,
  ): Promise<UnpackedBundle> {
    return this.#with(path, async (archive, manifest) => {
      const name = this.#newId<string>()
      this.#made.add(name)
      const folder = join(this.#folder, name)
      const transport = bundleTransport(manifest, { folder, given, places: this.#places })
      const unfinished = join(this.#folder, `${unusedPrefix}${name}`)
      try {
        await mkdir(unfinished, { recursive: true, mode: 0o700 })
        await archive.unpackTo(unfinished, signal)
        await this.#mark(name)
        await rename(unfinished, folder)
        return { folder: name, transport }
      } catch (error) {
        await removeAll(unfinished)
        await this.saved(name)
        const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
        throw isFull ? failure('STORE_FULL', 'upload') : error
      }
    })
  }

  /** The server of an unpacked bundle is saved, or nothing of the bundle is left. */
  async saved(name: string): Promise<void> {
    await removeAll(join(this.#folder, `${unsavedPrefix}${name}`))
  }

  /** Removes an unpacked bundle. What cannot be removed now is marked, so that the next start removes it. */
  async remove(name: string): Promise<void> {
    const unused = join(this.#folder, `${unusedPrefix}${name}`)
    try {
      await rename(join(this.#folder, name), unused)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        // A program may still use it. Where no mark can be made, an earlier one stays.
        await this.#mark(name).catch(() => {})
        return
      }
    }
    await removeAll(unused)
    await this.saved(name)
  }

  /**
   * Removes what an earlier process did not finish to unpack, to save or to remove. `isUsed` says whether a server has
   * the folder. A folder without a mark stays even if no server has it: the list of servers may be unreadable.
   */
  async removeUnused(isUsed: (name: string) => boolean): Promise<void> {
    const entries = await readdir(this.#folder).catch(() => [])
    for (const entry of entries) {
      const name = entry.replace(/^un(?:us|sav)ed-/, '')
      if (entry === name || this.#made.has(name)) continue
      if (entry.startsWith(unusedPrefix)) await removeAll(join(this.#folder, entry))
      else if (isUsed(name)) await this.saved(name)
      else await this.remove(name)
    }
  }

  #mark(name: string): Promise<void> {
    return writeFile(join(this.#folder, `${unsavedPrefix}${name}`), '', { mode: 0o600 })
  }

  async #with<Result>(
    path: string,
    work: (archive: BundleArchive, manifest: BundleManifest) => Promise<Result>,
  ): Promise<Result> {
    if ((await stat(path)).size > bundleLimits.fileBytes) {
      throw serverFailure('bundle-file', {
        field: 'importId',
        megabytes: bundleLimits.fileBytes / 1_000_000,
      })
    }
    const archive = await openBundle(path)
    try {
      return await work(archive, readManifest(await archive.readManifest(), this.#places.platform))
    } finally {
      archive.close()
    }
  }
}

async function removeAll(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => {})
}
