import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { type CommandCheck, commandEnds } from '../../../shared/agents/command-checks'

const schema = z.object({
  command: z.string(),
  endedAt: z.number(),
  ended: z.enum(commandEnds),
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  output: z.string(),
  isCut: z.boolean(),
  hasChangedFiles: z.boolean(),
  /** The files at the end of the check, as a tree in Parley's own repository. */
  tree: z.string(),
})

const fileName = 'check.json'

/** The last check of a workspace, with the tree that it left; null when there is none. */
export async function readCheck(
  place: string,
): Promise<{ check: Omit<CommandCheck, 'isOutdated'>; tree: string } | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(join(place, fileName), 'utf8')))
    if (!parsed.success) return null
    const { tree, ...check } = parsed.data
    return { check, tree }
  } catch {
    // Nothing was checked, or the file is damaged: the check can be repeated.
    return null
  }
}

/** Keeps a check beside its workspace, with the tree of files that it has checked. */
export async function writeCheck(place: string, check: CommandCheck, tree: string): Promise<void> {
  const { isOutdated: _now, ...kept } = check
  const path = join(place, fileName)
  await writeFile(`${path}.new`, JSON.stringify({ ...kept, tree }, null, 2), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
