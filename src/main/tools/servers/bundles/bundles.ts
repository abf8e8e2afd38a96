import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { failure } from '../../../../shared/failures/failure'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { type BundleInfo, bundleLimits, type BundleValue } from '../../../../shared/tools/bundles'
import { errorCode } from '../../../base/files/json-file'
import type { NewId } from '../../../base/new-id'
import type { GivenTransport } from '../../../settings/server-transport'
import { commandLine } from '../definitions/server-place'
import { shownText } from '../definitions/shown-text'
import { type BundleArchive, openBundle } from './bundle-archive'
import { type BundlePlaces, bundleFields, bundleTransport, commandOf } from './bundle-setup'
import { type BundleManifest, readManifest } from './manifest'

/** The folder of all unpacked bundles, in the data folder. */
const folderName = 'servers'

/** Begins the name of a folder that no server uses: it is being unpacked or removed. */
const unusedPrefix = 'unused-'

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

  constructor(dataFolder: string, deps: { places: BundlePlaces; newId: NewId }) {
    this.#folder = join(dataFolder, folderName)
    this.#places = deps.places
    this.#newId = deps.newId
  }

  /** What a bundle says about itself. `idOf` makes an id of its name that no server has. @throws INVALID_INPUT */
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

  /** Unpacks a bundle; nothing of it stays if that fails. @throws INVALID_INPUT, STORE_FULL, the reason of `signal` */
  unpack(
    path: string,
    given: Readonly<Record<string, BundleValue>>,
    signal: AbortSignal,
  ): Promise<UnpackedBundle> {
    return this.#with(path, async (archive, manifest) => {
      const name = this.#newId<string>()
      const folder = join(this.#folder, name)
      const transport = bundleTransport(manifest, { folder, given, places: this.#places })
      const unfinished = join(this.#folder, `${unusedPrefix}${name}`)
      try {
        await mkdir(unfinished, { recursive: true, mode: 0o700 })
        await archive.unpackTo(unfinished, signal)
        await rename(unfinished, folder)
        return { folder: name, transport }
      } catch (error) {
        await removeAll(unfinished)
        const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
        throw isFull ? failure('STORE_FULL', 'upload') : error
      }
    })
  }

  /** Removes an unpacked bundle. What cannot be removed now is removed at the next start. */
  async remove(name: string): Promise<void> {
    const unused = join(this.#folder, `${unusedPrefix}${name}`)
    await rename(join(this.#folder, name), unused).catch(() => {})
    await removeAll(unused)
  }

  /** Removes what an earlier process did not finish to unpack or to remove. */
  async removeUnused(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) if (name.startsWith(unusedPrefix)) await removeAll(join(this.#folder, name))
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
