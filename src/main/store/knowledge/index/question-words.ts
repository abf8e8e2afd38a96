import type { ReadableDatabase } from '../../database/database'
import { indexable } from '../../tokenizer/index-text'

/** The part of a long question that is read: its beginning says what it is about. */
const readChars = 8_000
const maxWords = 40
/** A question with fewer useful words, such as “And in Norway?”, continues the one before. */
const shortQuestion = 4
/** The number of words that are added from the earlier question. */
const earlierWords = 6
/** Counting so many passages takes a fraction of a millisecond, so it is done for each word. */
const quickCount = 3_000
/** The number of more frequent words that are counted further: the longest, because they say most. */
const countedOn = 8
/**
 * The number of passages that are ranked for all words together: about 15 ms on an idle machine. A word that has more
 * says little.
 */
export const maxMatches = 20_000

/** The number of passages with a word that are looked for, in each of two places, before all are counted. */
const sampled = 1_000
/** A word is certainly too common if it is this many times as frequent in both places. */
const certainly = 2

/** If all words are too common, passages must contain this many of them. */
const commonTogether = 4

interface CountedWord {
  word: string
  count: number
}

/**
 * Finds passages by the words of the question, rarest first, as far as ranking takes little time. If all words are
 * common, passages must contain several of them. An FTS5 expression; null if no passage has any. Words are as in the
 * index: letters and digits only, so none can be an operator.
 */
export function passageExpression(
  database: ReadableDatabase,
  question: string,
  earlier: string,
): string | null {
  const own = countedWords(database, question)
  const before = own.rare.length < shortQuestion ? countedWords(database, earlier).rare : []
  const words = new Set<string>()
  let matches = 0
  for (const { word, count } of [...own.rare, ...before.slice(0, earlierWords)]) {
    if (matches + count > maxMatches) continue
    matches += count
    words.add(word)
  }
  if (words.size > 0) return [...words].map(quoted).join(' OR ')
  return own.common.length < 2 ? null : own.common.map(quoted).join(' AND ')
}

/** The words of a text that are in some passages, rarest first, and the longest of those that are in too many. */
function countedWords(
  database: ReadableDatabase,
  text: string,
): { rare: CountedWord[]; common: readonly string[] } {
  const upTo = (limit: number) =>
    database.query<{ count: number }>(`
      SELECT count(*) AS count FROM (
        SELECT 1 FROM passage_search WHERE passage_search MATCH ? LIMIT ${limit})`)
  const [quick, long] = [upTo(quickCount), upTo(maxMatches)]
  const isTooCommon = commonWordTest(database)
  const counted = [...new Set(indexable(text.slice(0, readChars)).split(' '))]
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => ({
      word,
      count: isTooCommon(word) ? maxMatches : (quick.get(quoted(word))?.count ?? 0),
    }))
  const longest = counted
    .filter(({ count }) => count >= quickCount)
    .toSorted((one, other) => other.word.length - one.word.length)
    .slice(0, countedOn)
    .map(({ word, count }) => ({
      word,
      count: count < maxMatches ? (long.get(quoted(word))?.count ?? 0) : count,
    }))
  const rare = [
    ...counted.filter(({ count }) => count > 0 && count < quickCount),
    ...longest.filter(({ count }) => count < maxMatches),
  ].toSorted((one, other) => one.count - other.count)
  const common = longest.filter(({ count }) => count >= maxMatches).slice(0, commonTogether)
  return { rare, common: common.map(({ word }) => word) }
}

/**
 * Returns a test: true if more passages have the word than are ranked, as far as the first and the last ones tell.
 * Counting so many would take longer than anything else.
 */
function commonWordTest(database: ReadableDatabase): (word: string) => boolean {
  const ids = database.query<{ first: number | null; last: number | null }>(
    // One query for both would read the whole table.
    'SELECT (SELECT min(id) FROM passages) AS first, (SELECT max(id) FROM passages) AS last',
  )
  const nth = (order: 'ASC' | 'DESC') =>
    database.query<{ rowid: number }>(`
      SELECT rowid FROM passage_search WHERE passage_search MATCH ? ORDER BY rowid ${order}
      LIMIT 1 OFFSET ${sampled - 1}`)
  const [nthFirst, nthLast] = [nth('ASC'), nth('DESC')]
  const { first, last } = ids.get() ?? {}
  if (first == null || last == null) return () => false
  const span = ((last - first + 1) * sampled) / (maxMatches * certainly)
  return (word) => {
    const early = nthFirst.get(quoted(word))
    if (early === undefined || early.rowid - first >= span) return false
    const late = nthLast.get(quoted(word))
    return late !== undefined && last - late.rowid < span
  }
}

function quoted(word: string): string {
  return `"${word}"`
}
