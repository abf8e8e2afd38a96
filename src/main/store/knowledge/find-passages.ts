import {
  type KnowledgeBudget,
  type KnowledgeExcerpt,
  maxWholeFiles,
} from '../../../shared/knowledge/knowledge'
import type { ReadableDatabase } from '../database/database'
import { fileAt } from './source-files'
import { indexedTokens, withIndex } from './open-index'
import { shownPath, type SourcePlace } from './update-index'
import { indexable } from '../tokenizer/index-text'

/** The texts for a model, and the excerpts that the window shows of them. */
export interface FoundKnowledge {
  /** The text of each excerpt, in the same order. */
  texts: string[]
  excerpts: KnowledgeExcerpt[]
  /** These are whole files, which are the same for each question. */
  isWhole: boolean
  /** A file of the result has changed since it was indexed. */
  isStale: boolean
  /** Files are still to be read. */
  hasUnread: boolean
  /** Not all files were read, or a folder is not there now. */
  isIncomplete: boolean
}

/** Best first; further ones rarely help. */
const maxPassages = 24
/** The number of best passages that are considered to fill the budget. */
const consideredPassages = 60

/** A passage that fits so much worse than the best has only words that every text has. */
const leastShareOfBest = 0.2

/** Words in the path of a file count less than those in its text. */
const pathWeight = 0.5

interface FileFields {
  fileId: number
  sourceId: string
  path: string
  hash: string
  stamp: string
}

interface PassageRow extends FileFields {
  id: number
  firstLine: number
  lastLine: number
  tokens: number
  text: string
  /** The BM25 score: the lower, the better. */
  score: number
}

/** A question to look up in the knowledge, with the one before it, which a short question may continue. */
export interface KnowledgeQuestion {
  file: string
  sources: readonly SourcePlace[]
  question: string
  earlier: string
  budget: KnowledgeBudget
}

/** Finds the knowledge for a question: all files if they fit, otherwise the passages that have its words. */
export function findPassages(asked: KnowledgeQuestion): FoundKnowledge | null {
  return withIndex(asked.file, (database) => {
    const places = new Map(asked.sources.map((place) => [place.id, place]))
    const tokens = indexedTokens(database)
    const hasUnread = unreadIn(database)
    const reading = { hasUnread, isIncomplete: hasUnread || lacksFolder(database, places) }
    if (tokens === 0) return { texts: [], excerpts: [], isWhole: true, isStale: false, ...reading }
    const isWhole = tokens <= asked.budget.wholeTokens && fileCount(database) <= maxWholeFiles
    const found = isWhole ? wholeFiles(database, places) : passages(database, places, asked)
    return { ...found, isWhole, ...reading }
  })
}

type Places = ReadonlyMap<string, SourcePlace>
type Found = Pick<FoundKnowledge, 'texts' | 'excerpts' | 'isStale'>

function unreadIn(database: ReadableDatabase): boolean {
  return (
    database.query("SELECT 1 FROM files WHERE state IN ('waiting', 'changing') LIMIT 1").get() !== undefined
  )
}

/** A model would answer as if the project had nothing in a folder whose disk is not connected. */
function lacksFolder(database: ReadableDatabase, places: Places): boolean {
  const lacking = database.query<{ id: string }>("SELECT id FROM sources WHERE problem IN ('gone', 'denied')")
  return lacking.all().some(({ id }) => places.has(id))
}

function fileCount(database: ReadableDatabase): number {
  const count = database.query<{ count: number }>(
    "SELECT count(DISTINCT hash) AS count FROM files WHERE state = 'indexed'",
  )
  return count.get()?.count ?? 0
}

const fileColumns = 'files.id AS fileId, source_id AS sourceId, path, hash, stamp'

function wholeFiles(database: ReadableDatabase, places: Places): Found {
  const files = database
    .query<FileFields>(`SELECT ${fileColumns} FROM files WHERE state = 'indexed' ORDER BY path`)
    .all()
  const pieces = database.query<{ text: string }>('SELECT text FROM passages WHERE file_id = ? ORDER BY id')
  const byHash = new Map<string, FileFields>()
  for (const file of files)
    if (places.has(file.sourceId) && !byHash.has(file.hash)) byHash.set(file.hash, file)
  // In the order in which the user added them.
  const order = new Map([...places.keys()].map((id, index) => [id, index]))
  const kept = [...byHash.values()].toSorted(
    (one, other) => (order.get(one.sourceId) ?? 0) - (order.get(other.sourceId) ?? 0),
  )
  return {
    texts: kept.map(({ fileId }) =>
      pieces
        .all(fileId)
        .map(({ text }) => text)
        .join(''),
    ),
    excerpts: kept.map((file) => ({ name: nameOf(file, places), hash: file.hash })),
    isStale: kept.some((file) => hasChanged(file, places)),
  }
}

function passages(database: ReadableDatabase, places: Places, asked: KnowledgeQuestion): Found {
  const expression = passageExpression(database, asked.question, asked.earlier)
  if (expression === null) return { texts: [], excerpts: [], isStale: false }
  const best = database
    .query<PassageRow>(`
      WITH matches AS MATERIALIZED (
        SELECT rowid AS id, bm25(passage_search, 1.0, ${pathWeight}) AS score FROM passage_search
        WHERE passage_search MATCH ? LIMIT ${maxMatches}
      ), best AS MATERIALIZED (SELECT id, score FROM matches ORDER BY score LIMIT ${consideredPassages})
      SELECT passages.id, first_line AS firstLine, last_line AS lastLine, passages.tokens, text, score, ${fileColumns}
      FROM best CROSS JOIN passages ON passages.id = best.id CROSS JOIN files ON files.id = passages.file_id
      WHERE state = 'indexed' ORDER BY score`)
    .all(expression)
  const chosen = withinBudget(best, places, asked.budget.passageTokens)
  const joined = withNeighbours(chosen)
  return {
    texts: joined.map(({ text }) => text),
    excerpts: joined.map((row) => ({
      name: nameOf(row, places),
      hash: row.hash,
      passage: { firstLine: row.firstLine, lastLine: row.lastLine, text: row.text },
    })),
    isStale: chosen.some((row) => hasChanged(row, places)),
  }
}

function withinBudget(rows: readonly PassageRow[], places: Places, tokens: number): PassageRow[] {
  const chosen: PassageRow[] = []
  const known = new Set<string>()
  let left = tokens
  const worst = (rows[0]?.score ?? 0) * leastShareOfBest
  for (const row of rows) {
    // A copy of the file has the same passage.
    const key = `${row.hash} ${row.firstLine} ${row.lastLine} ${row.text.length}`
    if (row.score > worst || chosen.length >= maxPassages) break
    if (row.tokens > left || known.has(key) || !places.has(row.sourceId)) continue
    known.add(key)
    left -= row.tokens
    chosen.push(row)
  }
  return chosen
}

/** Passages that follow one another become one, in the place of the better one. */
function withNeighbours(rows: readonly PassageRow[]): PassageRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const joined: PassageRow[] = []
  for (const row of rows) {
    if (!byId.has(row.id)) continue
    let first = row
    for (
      let before = byId.get(first.id - 1);
      before?.fileId === row.fileId;
      before = byId.get(first.id - 1)
    ) {
      first = before
    }
    let whole = first
    byId.delete(first.id)
    for (let next = byId.get(whole.id + 1); next?.fileId === row.fileId; next = byId.get(whole.id + 1)) {
      byId.delete(next.id)
      whole = { ...next, firstLine: first.firstLine, text: whole.text + next.text }
    }
    joined.push(whole)
  }
  return joined
}

function nameOf({ sourceId, path }: FileFields, places: Places): string {
  const place = places.get(sourceId)
  return place === undefined ? path : shownPath(place, path)
}

/** Only files of folders can change. */
function hasChanged({ sourceId, path, stamp }: FileFields, places: Places): boolean {
  const place = places.get(sourceId)
  return place?.kind === 'folder' && fileAt(place.root, path)?.stamp !== stamp
}

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
const maxMatches = 20_000

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
function passageExpression(database: ReadableDatabase, question: string, earlier: string): string | null {
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
