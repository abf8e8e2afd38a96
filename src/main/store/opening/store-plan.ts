import { z } from 'zod'

import type { ParleyError } from '../../../shared/errors'
import type { SnapshotId } from '../../../shared/ids'
import type { StoreNotice } from '../../../shared/store/store'
import type { Clock } from '../../base/clock'
import { JsonFile } from '../../base/files/json-file'
import { storeNotice } from '../../../shared/store/schema'

/**
 * A finished database that is about to replace another. Once started, a swap is completed at the next start at the
 * latest.
 */
export interface Swap {
  /** The name of the current file once it is set aside. */
  setAsideAs: string
  /** A verified snapshot contains all of it, so it need not be kept. */
  isSuperfluous: boolean
  notice: StoreNotice | null
}

/** The steps to take before the database is opened the next time. */
export interface StorePlan {
  /** The reason for a repair: the file was found damaged while in use. */
  repair: string | null
  /** The snapshot that will replace the file. */
  restore: SnapshotId | null
  swap: Swap | null
}

const nothing: StorePlan = { repair: null, restore: null, swap: null }

const planSchema: z.ZodType<StorePlan> = z.object({
  repair: z.string().nullable(),
  restore: z
    .string()
    .transform((id) => id as SnapshotId)
    .nullable(),
  swap: z
    .object({ setAsideAs: z.string(), isSuperfluous: z.boolean(), notice: storeNotice.nullable() })
    .nullable(),
})

/** The plan in a file that is replaced atomically. Reading it reveals what the last process intended. */
export class StorePlanFile {
  readonly #file: JsonFile<StorePlan>

  constructor(path: string, deps: { clock: Clock; onProblem: (error: ParleyError) => void }) {
    this.#file = new JsonFile<StorePlan>(path, { ...deps, schema: planSchema, empty: nothing })
  }

  read(): StorePlan {
    return this.#file.read()
  }

  /** @throws STORE_FULL; the plan is unchanged then */
  change(change: Partial<StorePlan>): void {
    this.#file.write({ ...this.read(), ...change })
  }
}
