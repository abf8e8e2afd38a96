import { z } from 'zod'

import type { ParleyError } from '../../../shared/errors'
import type { SnapshotId } from '../../../shared/ids'
import type { StoreNotice } from '../../../shared/store/store'
import type { Clock } from '../../base/clock'
import { JsonFile } from '../../base/files/json-file'
import { noticeSchema } from '../integrity/maintenance/store-notices'

/** A finished database that is about to take the place of another. What is begun is finished, at the next start at the latest. */
export interface Swap {
  /** What the file in place is called once it is set aside. */
  setAsideAs: string
  /** A verified snapshot has all of it: then it need not be kept. */
  isSuperfluous: boolean
  notice: StoreNotice | null
}

/** What is to be done before the database is opened the next time. */
export interface StorePlan {
  /** Why the file is to be repaired: it was found damaged while it was in use. */
  repair: string | null
  /** The snapshot that is to take the file's place. */
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
    .object({ setAsideAs: z.string(), isSuperfluous: z.boolean(), notice: noticeSchema.nullable() })
    .nullable(),
})

/** The plan as a file, whole before and after each change. Reading it anew is reading what the last process meant to do. */
export class StorePlanFile {
  readonly #file: JsonFile<StorePlan>

  constructor(path: string, deps: { clock: Clock; onProblem: (error: ParleyError) => void }) {
    this.#file = new JsonFile<StorePlan>(path, { ...deps, schema: planSchema, empty: nothing })
  }

  read(): StorePlan {
    return this.#file.read()
  }

  /** @throws STORE_FULL; then the plan is as it was */
  change(change: Partial<StorePlan>): void {
    this.#file.write({ ...this.read(), ...change })
  }
}
