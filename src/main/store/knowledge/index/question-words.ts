import type { ReadableDatabase } from '../../database/database'
import { indexable } from '../../tokenizer/index-text'

/** Of a long question, the beginning says what it is about. */
const readChars = 8_000
const maxWords = 40
/** A question with fewer useful words, such as “And in Norway?”, continues the one before. */
const shortQuestion = 4
/** How many words of the earlier question are added. */
const earlierWords = 6
/** A word in more passages than this is common: looking at all of them would take long, and say little. */
const commonCount = 3_000
/** How many passages are looked at for all words together. */
const maxMatches = 12_000

/**
 * The words by which passages are found: those of the question, rarest first, without words that are in very many
 * passages unless there are no others. Each is as in the index.
 */
export function usefulWords(database: ReadableDatabase, question: string, earlier: string): string[] {
  const count = database.query<{ count: number }>(`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM passage_search WHERE passage_search MATCH ? LIMIT ${commonCount})`)
  const counted = (text: string) =>
    [...new Set(indexable(text.slice(0, readChars)).split(' '))]
      .filter((word) => word !== '')
      .slice(0, maxWords)
      .map((word) => ({ word, count: count.get(`"${word}"`)?.count ?? 0 }))
      .filter((each) => each.count > 0)
      .toSorted((one, other) => one.count - other.count)
  const own = counted(question)
  const useful = own.filter((each) => each.count < commonCount)
  const before =
    useful.length < shortQuestion
      ? counted(earlier)
          .filter((each) => each.count < commonCount)
          .slice(0, earlierWords)
      : []
  const words = new Set<string>()
  let matches = 0
  for (const { word, count: found } of [...useful, ...before]) {
    if (matches + found > maxMatches && words.size > 0) break
    matches += found
    words.add(word)
  }
  // In a small index, or for a question of common words only, one of them is better than nothing.
  return words.size > 0 ? [...words] : own.slice(0, 1).map(({ word }) => word)
}
