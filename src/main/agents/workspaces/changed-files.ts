import type { FileChange } from '../../../shared/agents'

/** What is shown of a diff at most, so that it stays something that people look through. */
const shownFiles = 500
const shownPatchChars = 200_000
const shownChars = 2_000_000

/** One line of `git diff --raw -z`: what became of a file. */
export interface RawChange {
  letter: string
  path: string
  movedFrom: string | null
}

/**
 * Reads what git says of the difference between two trees.
 * @param raw what `--raw -z` printed
 * @param patches what `-p` printed, for the same files in the same order; null when that is too long
 * @see https://git-scm.com/docs/diff-format
 */
export function changedFiles(raw: string, patches: string | null): { files: FileChange[]; isCut: boolean } {
  const changes = rawChanges(raw)
  const bodies = patches === null ? [] : patchBodies(patches)
  let leftChars = shownChars
  let isCut = changes.length > shownFiles || patches === null
  let at = 0
  const files = changes.slice(0, shownFiles).map((change): FileChange => {
    // What has become a link, or was one, is taken away by one patch and added by the next.
    const isReplaced = change.letter === 'T'
    const body = isReplaced ? null : (bodies[at] ?? null)
    at += isReplaced ? 2 : 1
    const isShown = body !== null && body.length <= Math.min(shownPatchChars, leftChars)
    if (isShown) leftChars -= body.length
    else if (body !== null) isCut = true
    return fileChangeOf(change, body, isShown)
  })
  return { files, isCut }
}

function fileChangeOf(
  { letter, path, movedFrom }: RawChange,
  body: string | null,
  isShown: boolean,
): FileChange {
  return {
    path,
    kind: kindOf(letter),
    ...(movedFrom === null ? {} : { movedFrom }),
    ...(body === null || !isShown ? {} : { patch: body }),
    ...(body === null ? {} : { added: countOf(body, /^\+/gm), removed: countOf(body, /^-/gm) }),
  }
}

function kindOf(letter: string): FileChange['kind'] {
  if (letter === 'A') return 'added'
  if (letter === 'D') return 'deleted'
  return letter === 'R' ? 'moved' : 'modified'
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Reads `:100644 100644 HASH HASH M\0path\0`, or for a move `… R090\0from\0to\0`. */
export function rawChanges(raw: string): RawChange[] {
  const fields = raw.split('\0')
  const changes: RawChange[] = []
  for (let index = 0; index < fields.length;) {
    const letter = /^:\d+ \d+ \w+ \w+ ([A-Z])\d*$/.exec(fields[index] ?? '')?.[1]
    index += 1
    if (letter === undefined) continue
    const isPair = letter === 'R' || letter === 'C'
    const [first = '', second = ''] = fields.slice(index, index + 2)
    changes.push({ letter, path: isPair ? second : first, movedFrom: isPair ? first : null })
    index += isPair ? 2 : 1
  }
  return changes
}

/** The hunks of each file; null for one that has none, such as a binary. Lines of a file never begin like its heading. */
function patchBodies(patches: string): (string | null)[] {
  return patches
    .split(/^diff --git /m)
    .slice(1)
    .map((file) => {
      const start = file.search(/^@@ /m)
      return start === -1 ? null : file.slice(start)
    })
}
