import { z } from 'zod'

import { isServerAddress } from './sync'

const address = z.string().trim().max(2_048).refine(isServerAddress)

const syncServer = z.discriminatedUnion('kind', [
  /** `address` is that of the folder. */
  z.object({ kind: z.literal('webdav'), address, user: z.string().max(400) }),
  /**
   * Storage that speaks S3. `bucket` may be followed by a slash and a folder; if the host begins with the bucket’s name,
   * paths do not.
   */
  z.object({
    kind: z.literal('s3'),
    address,
    bucket: z
      .string()
      .max(1_000)
      .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/),
    region: z.string().regex(/^[\w-]{1,60}$/),
    keyId: z.string().trim().min(1).max(400),
  }),
])

/** Where the person’s machines meet. */
export const syncPlace = z.union([
  z.object({ kind: z.literal('folder'), path: z.string().trim().min(1).max(4_096) }),
  syncServer,
])
export type SyncPlace = z.infer<typeof syncPlace>

/** What opens the place on every machine. */
export const syncPassphrase = z.string().min(1).max(1_000)

/** A folder on a server. Parley carries the files itself. */
export type SyncServer = z.infer<typeof syncServer>
