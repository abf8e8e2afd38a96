import type {
  KnowledgeFile,
  KnowledgeFileState,
  KnowledgeProblem,
} from '../../../../shared/knowledge/knowledge'
import { knowledgeLimits } from '../../../../shared/knowledge/knowledge'
import type { ReadableDatabase } from '../../database/database'
import { withIndex } from './open-index'

/** The figures and the state of a source. */
export interface SourceStats {
  fileCount: number
  indexedCount: number
  sizeBytes: number
  tokens: number
  /** The state of its first file. */
  state: KnowledgeFileState | null
  problem: KnowledgeProblem | null
}

/** The content of an index, in numbers. */
export interface IndexStats {
  sources: { id: string; stats: SourceStats }[]
  /** Equal files count once. */
  tokens: number
}

/** Reads what the index of a project contains. */
export function statsOf(database: ReadableDatabase): IndexStats {
  const rows = database
    .query<{ id: string } & SourceStats>(`
      SELECT sources.id, problem, count(files.id) AS fileCount, min(state) AS state,
        coalesce(sum(state = 'indexed'), 0) AS indexedCount, coalesce(sum(size_bytes), 0) AS sizeBytes,
        coalesce(sum(CASE state WHEN 'indexed' THEN tokens END), 0) AS tokens
      FROM sources LEFT JOIN files ON files.source_id = sources.id GROUP BY sources.id`)
    .all()
  return { sources: rows.map(({ id, ...stats }) => ({ id, stats })), tokens: indexedTokens(database) }
}

/** About how many tokens all indexed files have; equal files count once. */
export function indexedTokens(database: ReadableDatabase): number {
  const sum = database.query<{ tokens: number | null }>(
    "SELECT sum(tokens) AS tokens FROM (SELECT DISTINCT hash, tokens FROM files WHERE state = 'indexed')",
  )
  return sum.get()?.tokens ?? 0
}

/** The statistics of the index in `file`; all zero if there is none. */
export function knowledgeStats({ file }: { file: string }): IndexStats {
  return withIndex(file, statsOf) ?? { sources: [], tokens: 0 }
}

/** A page of the files of a source: first those that cannot be read, then by path. */
export function knowledgeFiles({
  file,
  sourceId,
  offset,
}: {
  file: string
  sourceId: string
  offset: number
}): KnowledgeFile[] {
  const page = (database: ReadableDatabase) =>
    database
      .query<KnowledgeFile>(`
        SELECT path, size_bytes AS sizeBytes, tokens, state FROM files WHERE source_id = ?
        ORDER BY state = 'indexed', path LIMIT ${knowledgeLimits.page} OFFSET ?`)
      .all(sourceId, offset)
  return withIndex(file, page) ?? []
}

/** The text of an indexed file with this content, as much as a window shows; null if there is none. */
export function knowledgeText({
  file,
  hash,
}: {
  file: string
  hash: string
}): { text: string; isCut: boolean } | null {
  return withIndex(file, (database) => {
    const found = database
      .query<{ id: number }>("SELECT id FROM files WHERE hash = ? AND state = 'indexed' LIMIT 1")
      .get(hash)
    if (found === undefined) return null
    const passages = database.query<{ text: string }>(
      'SELECT text FROM passages WHERE file_id = ? ORDER BY id LIMIT 2000',
    )
    const whole = passages.all(found.id).map(({ text }) => text)
    const text = whole.join('')
    return {
      text: text.slice(0, knowledgeLimits.shownChars).toWellFormed(),
      isCut: text.length > knowledgeLimits.shownChars,
    }
  })
}
