import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { serverFailureData } from '../../../shared/failures/server-failure'
import type { ImportId } from '../../../shared/ids'
import {
  type BundleField,
  type BundleInfo,
  bundleLimits,
  type BundleValue,
} from '../../../shared/tools/bundles'
import { toBase64 } from '../../browser/base64'
import { pieceOfFile } from '../../browser/read-file'
import { attempt } from '../../errors/error-data'
import { typedNumber } from '../../language/format'
import type { ParleyApi } from '../../rpc/parley-api'

const pieceBytes = 512 * 1024

/** Values of a bundle's fields as entered: a text, with a line for each path, or a switch. */
export type EnteredValues = Readonly<Record<string, string | boolean>>

export interface BundlesState {
  /** The file is being sent or read, or its server is being added. */
  isBusy: boolean
  /** The chosen bundle; null before one was read. */
  bundle: BundleInfo | null
  error: ErrorData | null
}

/** Adds a server from a bundle that the user chooses: uploads it, shows what it says, and asks for its settings. */
export class Bundles {
  readonly store = createStore<BundlesState>(() => ({ isBusy: false, bundle: null, error: null }))
  readonly #api: ParleyApi
  #importId: ImportId | null = null
  #isClosed = false

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async read(file: Pick<File, 'name' | 'size' | 'slice'>): Promise<void> {
    await this.#whileBusy(async () => {
      await this.#discard()
      this.store.setState({ bundle: null })
      if (file.size > bundleLimits.fileBytes) {
        this.store.setState({
          error: serverFailureData('bundle-file', { megabytes: bundleLimits.fileBytes / 1_000_000 }),
        })
        return
      }
      await attempt(this.store, async () => {
        const importId = await this.#send(file)
        const { bundle } = await this.#api.invoke('servers.readBundle', { importId })
        this.store.setState({ bundle })
      })
    })
  }

  /** Adds the server of the chosen bundle. Resolves with whether it was added. */
  async add(id: string, entered: EnteredValues): Promise<boolean> {
    const { bundle } = this.store.getState()
    const importId = this.#importId
    if (bundle === null || importId === null) return false
    return this.#whileBusy(async () => {
      const isAdded = await attempt(this.store, async () => {
        const values = bundleValues(bundle.fields, entered)
        await this.#api.invoke('servers.addBundle', { importId, id, values })
      })
      if (isAdded) await this.#discard()
      return isAdded
    })
  }

  /** The user has left: forgets the file. */
  close(): void {
    this.#isClosed = true
    void this.#discard()
  }

  async #whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    this.store.setState({ isBusy: true })
    try {
      return await work()
    } finally {
      this.store.setState({ isBusy: false })
    }
  }

  async #send(file: Pick<File, 'name' | 'size' | 'slice'>): Promise<ImportId> {
    const { importId } = await this.#api.invoke('imports.begin', {
      fileName: file.name.slice(0, 1_024),
      sizeBytes: file.size,
    })
    this.#importId = importId
    // The user left while it began.
    if (this.#isClosed) await this.#discard()
    for (let offset = 0; offset < file.size && !this.#isClosed; offset += pieceBytes) {
      const data = toBase64(await pieceOfFile(file, offset, pieceBytes))
      await this.#api.invoke('imports.append', { importId, offset, data })
    }
    return importId
  }

  async #discard(): Promise<void> {
    const importId = this.#importId
    this.#importId = null
    if (importId === null) return
    try {
      await this.#api.invoke('imports.discard', { importId })
    } catch {
      // Without a connection, it is already gone.
    }
  }
}

/** The initial values of the fields. */
export function initialValues(fields: readonly BundleField[]): EnteredValues {
  return Object.fromEntries(
    fields.map(({ key, type, initial }) => {
      if (type === 'boolean') return [key, initial === true]
      return [key, Array.isArray(initial) ? initial.join('\n') : String(initial ?? '')]
    }),
  )
}

/** The values that are entered; a field that is empty has none. */
function bundleValues(fields: readonly BundleField[], entered: EnteredValues): Record<string, BundleValue> {
  return Object.fromEntries(
    fields.flatMap((field): [string, BundleValue][] => {
      const value = entered[field.key] ?? ''
      if (typeof value === 'boolean') return [[field.key, value]]
      if (value.trim() === '') return []
      return [[field.key, valueOf(field, value)]]
    }),
  )
}

function valueOf({ type, isMultiple }: BundleField, text: string): BundleValue {
  if (type === 'number') {
    const number = typedNumber(text)
    // Refused with the name of the field, like any other wrong value.
    return Number.isFinite(number) ? number : text
  }
  if (type === 'string') return text
  const paths = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return isMultiple ? paths : (paths[0] ?? '')
}
