import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { failure } from '../../shared/failures/failure'
import { syncPlace, type SyncPlace } from '../../shared/store/sync-place'
import type { Clock } from '../base/clock'
import { fullPath, pathInside, realPath } from '../base/files/full-path'
import { JsonFile } from '../base/files/json-file'
import type { ErrorSink } from '../errors/error-sink'
import { type SecretStore, syncSecretId, syncServerSecretId } from '../settings/secret-store'
import type { FolderAccess } from './sync-jobs'

/** What opens a place, and must stay secret. `secret` is that of a server. */
export interface PlaceSecrets {
  passphrase: string
  secret: string
}

export interface PlaceDeps {
  clock: Clock
  secrets: Pick<SecretStore, 'get' | 'set' | 'remove'>
  errors: ErrorSink
  /** The system's answer about proxies for an address; null if the host has no such settings. */
  proxiesFor: (url: URL) => Promise<string | null>
}

const mirrorsName = 'sync-mirror'

/** Where the machines meet, in `sync.json`, with its secrets among the keys and the mirrors of servers. */
export class SyncPlaces {
  readonly #dataFolder: string
  readonly #deps: PlaceDeps
  readonly #file

  constructor(dataFolder: string, deps: PlaceDeps) {
    this.#dataFolder = dataFolder
    this.#deps = deps
    const place = syncPlace.nullable()
    this.#file = new JsonFile(join(dataFolder, 'sync.json'), {
      schema: z.object({ place, mirrored: place }),
      empty: { place: null, mirrored: null },
      clock: deps.clock,
      onProblem: (error) => deps.errors.warning('sync', error),
    })
  }

  get place(): SyncPlace | null {
    return this.#file.read().place
  }

  /** The kept secrets; null if they are not all here. */
  secretsFor(place: SyncPlace): PlaceSecrets | null {
    const passphrase = this.#deps.secrets.get(syncSecretId)
    const secret = place.kind === 'folder' ? '' : this.#deps.secrets.get(syncServerSecretId)
    return passphrase === null || secret === null ? null : { passphrase, secret }
  }

  /** The secrets that were entered, and for the others those in use, or kept, if this place is in use. */
  completed(place: SyncPlace, entered: PlaceSecrets, inUse: PlaceSecrets | undefined): PlaceSecrets {
    const known = isDeepStrictEqual(place, this.place) ? (inUse ?? this.secretsFor(place)) : null
    return {
      passphrase: entered.passphrase || (known?.passphrase ?? ''),
      secret: entered.secret || (known?.secret ?? ''),
    }
  }

  /**
   * The place as it is kept, or why it is none.
   * @throws INVALID_INPUT the path is not absolute
   */
  checked(place: SyncPlace): SyncPlace | 'inside' | 'not-server' {
    if (place.kind !== 'folder') return URL.canParse(place.address) ? place : 'not-server'
    const path = fullPath(place.path)
    if (!isAbsolute(path) || path.includes('\0'))
      throw failure('INVALID_INPUT', 'path-not-absolute', { field: 'folder' })
    const folder = realPath(path)
    return pathInside(realPath(this.#dataFolder), folder) === null
      ? { kind: 'folder', path: folder }
      : 'inside'
  }

  /** What opens the folder, or the mirror of a server. */
  accessTo(
    place: SyncPlace,
    { passphrase, secret }: PlaceSecrets,
    device: { id: string; appVersion: string },
  ): FolderAccess {
    const given = { passphrase, device: { name: hostname(), ...device } }
    if (place.kind === 'folder') return { ...given, path: place.path, server: null }
    const path = join(this.#dataFolder, mirrorsName, mirrorName(place))
    return { ...given, path, server: { place, secret, proxies: null } }
  }

  /** The access as networks are now. */
  async current(access: FolderAccess): Promise<FolderAccess> {
    const { server } = access
    if (server === null) return access
    const proxies = await this.#deps.proxiesFor(new URL(server.place.address))
    return { ...access, server: { ...server, proxies } }
  }

  /** True if there is no mirror of this server yet. */
  isOther(place: SyncPlace): boolean {
    return !isDeepStrictEqual(this.#file.read().mirrored, place)
  }

  keep(place: SyncPlace, { passphrase, secret }: PlaceSecrets): void {
    this.#file.write({ place, mirrored: place.kind === 'folder' ? null : place })
    const mirrors = join(this.#dataFolder, mirrorsName)
    const names = readdirSync(this.#dataFolder).includes(mirrorsName) ? readdirSync(mirrors) : []
    for (const name of names) {
      if (place.kind !== 'folder' && name.startsWith(mirrorName(place))) continue
      rmSync(join(mirrors, name), { recursive: true, force: true })
    }
    try {
      this.#deps.secrets.set(syncSecretId, passphrase)
      if (place.kind !== 'folder') this.#deps.secrets.set(syncServerSecretId, secret)
    } catch (error) {
      // It is asked for again at the next start.
      this.#deps.errors.warning('sync', error)
    }
  }

  /** The mirror stays: it may have what the server lacks. */
  forget(): void {
    this.#file.write({ ...this.#file.read(), place: null })
    for (const id of [syncSecretId, syncServerSecretId]) this.#deps.secrets.remove(id)
  }
}

function mirrorName(place: SyncPlace): string {
  return createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 16)
}
