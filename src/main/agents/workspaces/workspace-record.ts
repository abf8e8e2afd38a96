import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const schema = z.object({
  sessionId: z.string(),
  /** The folder that it was made of. */
  folder: z.string(),
  isolation: z.enum(['worktree', 'copy']),
  /** Where the agent works. */
  workFolder: z.string(),
  /** The top of the repository that knows of the worktree; null for a copy. */
  repository: z.string().nullable(),
  /** The tree, in Parley's own repository beside it, that `workFolder` is compared with. */
  baseTree: z.string().regex(/^[0-9a-f]{40,64}$/),
})

/** What is known of a folder that was made for an agent. It is written when all of it is there. */
export type WorkspaceRecord = z.infer<typeof schema>

const fileName = 'workspace.json'

/** Null where there is none, or one that was left half made. */
export async function readRecord(place: string): Promise<WorkspaceRecord | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(join(place, fileName), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Nothing was made here, or not to the end.
    return null
  }
}

export async function writeRecord(place: string, record: WorkspaceRecord): Promise<void> {
  const path = join(place, fileName)
  await writeFile(`${path}.new`, JSON.stringify(record, null, 2), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
