import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const schema = z.object({
  sessionId: z.string(),
  /** The folder that it was created from. */
  folder: z.string(),
  isolation: z.enum(['worktree', 'copy']),
  /** The folder in which the agent works. */
  workFolder: z.string(),
  /** The root of the repository that lists the worktree; null for a copy. */
  repository: z.string().nullable(),
  /** The tree, in Parley's own repository, that `workFolder` is compared with. */
  baseTree: z.string().regex(/^[0-9a-f]{40,64}$/),
})

/** The facts about a workspace that was created for an agent. Written when the workspace is complete. */
export type WorkspaceRecord = z.infer<typeof schema>

const fileName = 'workspace.json'

/** Null when there is none, or its creation was not completed. */
export async function readRecord(place: string): Promise<WorkspaceRecord | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(join(place, fileName), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Nothing was created here, or not completely.
    return null
  }
}

/** Replaces the record of a workspace at once, so that it is never half written. */
export async function writeRecord(place: string, record: WorkspaceRecord): Promise<void> {
  const path = join(place, fileName)
  await writeFile(`${path}.new`, JSON.stringify(record, null, 2), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
