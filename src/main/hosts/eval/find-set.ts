import { existsSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import type { SetId } from '../../../shared/ids'
import { type PromptContent, setLimits } from '../../../shared/sets/sets'
import { fileText } from '../../../shared/text/file-text'
import { errorCode } from '../../base/error-code'
import type { PromptSets } from '../../sets/prompt-sets'

const formats: ReadonlyMap<string, 'jsonl' | 'csv'> = new Map([
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.csv', 'csv'],
])

/**
 * The set with this id; for a file, the set with its name if the prompts are the same, otherwise a new one; for any other
 * text, the set with this name. A new set is stored in one step, and only if it is needed, because this process can be
 * killed at any moment.
 */
export async function findSet(sets: PromptSets, wanted: string): Promise<SetId> {
  const known = sets.list()
  const byId = known.find(({ id }) => id === wanted)
  if (byId !== undefined) return byId.id
  const format = formats.get(extname(wanted).toLowerCase())
  if (format === undefined || !existsSync(wanted)) {
    const byName = known.find(({ name }) => name === wanted)
    if (byName === undefined) throw failure('NOT_FOUND', 'set', { setId: wanted })
    return byName.id
  }
  const name = basename(wanted).slice(0, setLimits.nameChars)
  const { prompts, skipped, problems } = await sets.read({
    file: { format, content: contentOf(wanted) },
  })
  if (skipped > 0) {
    const rows = problems.map(({ row, reason }) => `${row} (${reason})`).join(', ')
    process.stderr.write(`${skipped} rows skipped: ${rows}\n`)
  }
  const same = known.find((set) => set.name === name && areSame(sets.get(set.id).prompts, prompts))
  return same?.id ?? (await sets.create(name, { prompts })).set.id
}

/** @throws INVALID_INPUT it cannot be read */
function contentOf(file: string): string {
  try {
    return fileText(readFileSync(file), (encoding, bytes) =>
      new TextDecoder(encoding, { fatal: true }).decode(bytes),
    )
  } catch (error) {
    const detail = errorCode(error) ?? String(error)
    throw failure('INVALID_INPUT', 'path-unreadable', { field: 'set', path: file, detail }, error)
  }
}

function areSame(one: readonly PromptContent[], other: readonly PromptContent[]): boolean {
  const [first, second] = [one, other].map((prompts) =>
    JSON.stringify(
      prompts.map(({ text, systemPrompt, values, checks }) => [text, systemPrompt, values, checks]),
    ),
  )
  return first === second
}
