import type { FileChange } from '../../../shared/agents/agents'
import type { TreeChange, TreeEntry } from './tree-changes'

/** What is shown of a diff at most, so that it stays something that people look through. */
const shownFiles = 500
const shownPatchChars = 200_000
const shownChars = 2_000_000
/** Lines of a file that is larger are not compared. */
const largestComparedBytes = 4 * 1024 * 1024
/** How much of a text may be no text, such as one odd character, before it is called binary. */
const oddShare = 0.1
const patchesAtOnce = 4

/** What git knows of contents. */
export interface Contents {
  /** In bytes, by the names of contents; one that is not there is absent. */
  sizes: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** The hunks of a unified diff between two contents, from the first `@@` on; null is an empty content. */
  patch: (before: string | null, after: string | null) => Promise<Buffer>
}

/** What a person is shown of these changes, each by its own contents, and whether there are more of them. */
export async function changedFiles(
  changes: readonly TreeChange[],
  contents: Contents,
): Promise<{ files: FileChange[]; isCut: boolean }> {
  const shown = changes.slice(0, shownFiles)
  const entries = shown.flatMap(({ before, after }) => [before, after]).filter((entry) => entry !== null)
  const sizes = await contents.sizes(entries.filter(isContent).map(({ id }) => id))
  let leftChars = shownChars
  const files: FileChange[] = []
  for (let at = 0; at < shown.length; at += patchesAtOnce) {
    const some = shown.slice(at, at + patchesAtOnce)
    const patches = await Promise.all(some.map((change) => patchOf(change, sizes, contents)))
    for (const [index, change] of some.entries()) {
      const { patch = null, what } = patches[index] ?? {}
      // Where a link leads is always shown: it is short, and what is behind it matters.
      const isShort = isLink(change.after) || (patch ?? '').length <= Math.min(shownPatchChars, leftChars)
      const isShown = patch !== null && isShort
      if (isShown) leftChars -= patch.length
      const isLong = patch !== null && !isShown
      files.push({
        ...(isLong ? { what: 'large' } : what === undefined ? {} : { what }),
        ...factsOf(change),
        ...(patch === null ? {} : figuresOf(patch)),
        ...(isShown ? { patch } : {}),
      })
    }
  }
  return { files, isCut: changes.length > shown.length }
}

/** What can be said of a change by its modes. */
function factsOf({ path, movedFrom, before, after }: TreeChange): FileChange {
  const what = whatOf(after ?? before)
  return {
    path,
    kind: kindOf({ path, movedFrom, before, after }),
    ...(movedFrom === null ? {} : { movedFrom }),
    ...(what === null ? {} : { what }),
    ...(isProgram(after) && !isProgram(before) ? { isProgram: true } : {}),
  }
}

function kindOf({ movedFrom, before, after }: TreeChange): FileChange['kind'] {
  if (movedFrom !== null) return 'moved'
  if (before === null) return 'added'
  return after === null ? 'deleted' : 'modified'
}

function whatOf(entry: TreeEntry | null): 'link' | 'repository' | null {
  if (isLink(entry)) return 'link'
  return entry?.mode === '160000' ? 'repository' : null
}

function isLink(entry: TreeEntry | null): boolean {
  return entry?.mode === '120000'
}

function isProgram(entry: TreeEntry | null): boolean {
  return entry?.mode === '100755'
}

/** What a repository within is known by is no content. */
function isContent({ mode }: TreeEntry): boolean {
  return mode !== '160000'
}

async function patchOf(
  { before, after }: TreeChange,
  sizes: ReadonlyMap<string, number>,
  contents: Contents,
): Promise<{ patch?: string; what?: 'binary' | 'large' | 'repository' }> {
  const both = [before, after].filter((entry) => entry !== null)
  if (!both.every(isContent)) return { what: 'repository' }
  const isLarge = both.some(({ id }) => (sizes.get(id) ?? Infinity) > largestComparedBytes)
  if (isLarge && !isLink(after)) return { what: 'large' }
  if (before?.id === after?.id) return { patch: '' }
  const bytes = isLarge ? null : await contents.patch(before?.id ?? null, after?.id ?? null)
  if (bytes !== null && isText(bytes) && bytes.length <= shownPatchChars) {
    return { patch: bytes.toString('utf8') }
  }
  // What the link has taken the place of cannot be shown, or not with it.
  if (after !== null && isLink(after))
    return { patch: (await contents.patch(null, after.id)).toString('utf8') }
  return bytes !== null && isText(bytes) ? { patch: bytes.toString('utf8') } : { what: 'binary' }
}

/** By what is in the lines, never by what the folder says of them. */
function isText(bytes: Buffer): boolean {
  const odd = bytes.reduce((sum, byte) => sum + (isOdd(byte) ? 1 : 0), 0)
  const unread = bytes.toString('utf8').split('\uFFFD').length - 1
  return odd + unread <= bytes.length * oddShare
}

/** Of the control characters texts have tabs, ends of lines and pages, and escapes. */
function isOdd(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b
}

function figuresOf(patch: string): { added: number; removed: number } {
  // Only this character ends a line for git; for a regular expression others do too.
  const lines = patch.split('\n')
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
