import { readFileSync, renameSync, writeFileSync } from 'node:fs'

import { z } from 'zod'

import type { SessionId } from '../../../../shared/ids'

/** A file that Parley wrote. */
export interface RecordedFile {
  name: string
  /** Of its content when it was written: any other is the user's. */
  hash: string
  /** The state of the chat that the content was written from. */
  stamp: string
}

const schema = z.object({
  folder: z.string(),
  files: z.array(
    z.object({
      id: z.string(),
      // A name, never a path.
      name: z.string().regex(/^[^/\\]+\.md$/),
      hash: z.string(),
      stamp: z.string(),
    }),
  ),
})

/** Remembers the files that Parley has written to a folder. Without it, they would be the user's. */
export class FolderRecord {
  readonly #path: string
  readonly #folder: string
  readonly files = new Map<SessionId, RecordedFile>()

  /** Empty for another folder, and if the record is missing or damaged. */
  constructor(path: string, folder: string) {
    this.#path = path
    this.#folder = folder
    const known = readRecord(path)
    if (known?.folder !== folder) return
    for (const { id, ...file } of known.files) this.files.set(id as SessionId, file)
  }

  /** Writes it at once or not at all. */
  save(): void {
    const files = [...this.files].map(([id, file]) => ({ id, ...file }))
    const temporary = `${this.#path}.new`
    writeFileSync(temporary, JSON.stringify({ folder: this.#folder, files }), { mode: 0o600 })
    renameSync(temporary, this.#path)
  }
}

function readRecord(path: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    // Missing or damaged: files with the same content are recognised, and all others stay.
    return undefined
  }
}
