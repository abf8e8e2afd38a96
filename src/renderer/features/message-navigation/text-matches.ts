/** Non-overlapping, case-insensitive matches of `needles` in `text`, as start and end. */
export function textMatches(text: string, needles: readonly string[]): [from: number, to: number][] {
  const wanted = needles.filter((needle) => needle !== '')
  if (wanted.length === 0) return []
  const pattern = new RegExp(
    wanted
      .toSorted((left, right) => right.length - left.length)
      .map((needle) => escaped(needle))
      .join('|'),
    'giu',
  )
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
}

function escaped(needle: string): string {
  return needle.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
