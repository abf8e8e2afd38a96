import type { FileChange } from '../../../../shared/agents/agents'
import type { TreeChange, TreeEntry } from './tree-changes'

/** The limits of a diff, so that people can review it. */
const shownFiles = 500
const shownPatchChars = 200_000
const shownChars = 2_000_000
/** Larger files are not compared. */
const largestComparedBytes = 4 * 1024 * 1024
/** The share of odd characters above which a text counts as binary. */
const oddShare = 0.1
const patchesAtOnce = 4

/** Git's access to contents. */
export interface Contents {
  /** Sizes in bytes by content id; missing contents are absent. */
  sizes: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** The hunks of a unified diff between two contents, from the first `@@`; null is an empty content. */
  patch: (before: string | null, after: string | null) => Promise<Buffer>
}

/** These changes for display, each with its own content, and whether there are more. */
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
      // A link's target is always shown: it is short, and it matters.
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

/** The facts that a change's modes reveal. */
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

/** The id of a nested repository is not content. */
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
  // The content that a link replaced cannot be shown with it.
  if (after !== null && isLink(after))
    return { patch: (await contents.patch(null, after.id)).toString('utf8') }
  return bytes !== null && isText(bytes) ? { patch: bytes.toString('utf8') } : { what: 'binary' }
}

/** Judged by the lines, never by the folder's attributes. */
function isText(bytes: Buffer): boolean {
  const odd = bytes.reduce((sum, byte) => sum + (isOdd(byte) ? 1 : 0), 0)
  const unread = bytes.toString('utf8').split('\uFFFD').length - 1
  return odd + unread <= bytes.length * oddShare
}

/** True if the byte is a control character other than tab, line end, page break and escape. */
function isOdd(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b
}

function figuresOf(patch: string): { added: number; removed: number } {
  // Git ends lines only with this character; a regular expression would accept others.
  const lines = patch.split('\n')
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
