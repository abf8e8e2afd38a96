import { isRecord } from '../../../../../shared/record'

/** Names that a remark shows. */
const shownCount = 3
const maxNameChars = 100
/** Values that are inspected; a list of the files of an export is short. */
const maxValues = 10_000

/** The name of a ZIP or of a file of conversations, perhaps at the end of an address. */
const fileName = /([^/\\?#]{1,200}\.zip|conversations[^/\\?#]{0,40}\.json)(?:[?#].*)?$/is

/**
 * The names of files with chats that a value lists, as the manifest of an export does. Empty for most values. A loop,
 * because the value may be nested deeper than the call stack.
 */
export function listedFiles(value: unknown): string[] {
  const names = new Set<string>()
  const waiting: unknown[] = [value]
  for (let count = 0; waiting.length > 0 && count < maxValues; count += 1) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      const name = fileName.exec(next.slice(-2_000))?.[1]
      if (name !== undefined) names.add(name)
    } else if (Array.isArray(next)) waiting.push(...next.slice(0, maxValues))
    else if (isRecord(next)) waiting.push(...Object.entries(next).slice(0, maxValues).flat())
  }
  return [...names]
}

/** The first names for a remark, those of chats first. */
export function shownNames(names: readonly string[]): string {
  const sorted = names.toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
  const shown = sorted
    .slice(0, shownCount)
    .map((name) => name.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, maxNameChars))
  return sorted.length > shownCount ? `${shown.join(', ')} …` : shown.join(', ')
}

function rankOf(name: string): number {
  return /conversation|chat/i.test(name) ? 0 : 1
}
