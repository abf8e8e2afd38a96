import { GitRefusal } from './git'

/** A file as git stores it: its mode and its content id. */
export interface TreeEntry {
  /** Git's mode: `100644` a file, `100755` an executable one, `120000` a link, `160000` a repository. */
  mode: string
  id: string
}

/** The change of one path between two trees. */
export interface TreeChange {
  path: string
  movedFrom: string | null
  before: TreeEntry | null
  after: TreeEntry | null
}

/**
 * Parses `git diff-tree -r --raw -z`: `:100644 100644 ID ID M\0path\0`, or for a move `… R090\0from\0to\0`. Names that
 * are not UTF-8 would change in the conversion, so those changes are only counted.
 * @throws GitRefusal the output has another format
 * @see https://git-scm.com/docs/diff-format
 */
export function parseTreeChanges(raw: Buffer): { changes: TreeChange[]; nameless: number } {
  const fields = fieldsOf(raw)
  const changes: TreeChange[] = []
  let nameless = 0
  for (let at = 0; at < fields.length;) {
    const heading = fields[at]?.toString('latin1') ?? ''
    const parsed = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(heading)
    if (parsed === null) throw new GitRefusal('the list of changes could not be read')
    const [, modeBefore = '', modeAfter = '', idBefore = '', idAfter = '', letter = ''] = parsed
    const isPair = letter === 'R' || letter === 'C'
    const names = fields.slice(at + 1, at + (isPair ? 3 : 2)).map(nameOf)
    at += isPair ? 3 : 2
    const [first = null, second = first] = names
    if (names.includes(null) || first === null || second === null) {
      nameless += 1
      continue
    }
    changes.push({
      path: second,
      movedFrom: letter === 'R' ? first : null,
      before: letter === 'C' ? null : entryOf(modeBefore, idBefore),
      after: entryOf(modeAfter, idAfter),
    })
  }
  return { changes, nameless }
}

/** Parses `git ls-tree -r -z`, without names that are not UTF-8. @throws GitRefusal the output has another format */
export function parseTree(output: Buffer): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (const field of fieldsOf(output)) {
    const tab = field.indexOf('\t')
    const [, mode, id] = /^(\d{6}) \w+ ([0-9a-f]+)$/.exec(field.toString('latin1', 0, tab)) ?? []
    if (mode === undefined || id === undefined) throw new GitRefusal('the list of files could not be read')
    const path = nameOf(field.subarray(tab + 1))
    if (path !== null) entries.set(path, { mode, id })
  }
  return entries
}

function entryOf(mode: string, id: string): TreeEntry | null {
  return mode === '000000' ? null : { mode, id }
}

function fieldsOf(output: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start)
    if (end === -1) throw new GitRefusal('the output is incomplete')
    fields.push(output.subarray(start, end))
    start = end + 1
  }
  return fields
}

function nameOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return null
  }
}
