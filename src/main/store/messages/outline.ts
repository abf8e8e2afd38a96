import type { MessageId, SessionId } from '../../../shared/ids'
import { messageText, type Part } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { Outline, OutlineEntry } from '../../../shared/sessions/sessions'
import { type ReadableDatabase, withReadOnly } from '../database/database'
import { ancestors } from './message-rows'
import { fromJson } from '../database/stored-json'

/** A heading of a Markdown text, without markup. */
interface Heading {
  level: number
  text: string
}

/** Longer headings are cut: removing their markup can take quadratic time. */
const maxHeadingChars = 500

/** The headings of a Markdown text that start with `#`, in order, excluding code. */
export function headingsOf(markdown: string): Heading[] {
  const headings: Heading[] = []
  let fence: string | null = null
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null
      continue
    }
    if (mark !== undefined) {
      fence = mark
      continue
    }
    const found = /^ {0,3}(#{1,6})[ \t]+([^]+)$/.exec(line)
    const text = found?.[2] === undefined ? '' : plain(found[2].slice(0, maxHeadingChars))
    if (text !== '') headings.push({ level: found?.[1]?.length ?? 1, text })
  }
  return headings
}

/** The text of a heading: without closing markers and emphasis, and with links replaced by their texts. */
function plain(heading: string): string {
  return heading
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\d)(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?!\d)/g, '$2')
    .replace(/`+/g, '')
    .trim()
}

const maxChars = 120
/** The part of a text that can affect its first line. */
const scannedChars = 2_000

interface OutlineRow {
  messageId: MessageId
  role: 'user' | 'assistant'
  createdAt: number
  /** Null for an answer that cannot contain a heading. */
  parts: string | null
}

/** The outline of the session's path. The caller has checked that the session exists. */
export function readOutline(
  database: ReadableDatabase,
  sessionId: SessionId,
  maxEntries: number = wireLimits.outlineEntries,
): Outline {
  const rows = database
    .query<OutlineRow>(
      `${ancestors}
      SELECT id AS messageId, role, created_at AS createdAt,
        CASE WHEN role = 'user' OR instr(parts, '#') > 0 THEN parts END AS parts
      FROM path CROSS JOIN messages USING (number)
      WHERE hidden = 0 AND role IN ('user', 'assistant') ORDER BY at`,
    )
    .all({ from: leafOf(database, sessionId), fromDepth: 0 })
  const entries = rows.flatMap(entriesOf)
  if (entries.length <= maxEntries) return { entries, isCut: null }
  const questions = entries.filter(({ role }) => role === 'user')
  return questions.length <= maxEntries
    ? { entries: questions, isCut: 'headings' }
    : { entries: questions.slice(-maxEntries), isCut: 'oldest' }
}

/** The first characters of `text` on one line, shortened if necessary. */
function inOneLine(text: string): string {
  const line = text.slice(0, scannedChars).replace(/\s+/gu, ' ').trim()
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).trimEnd()}…`.toWellFormed()
}

function leafOf(database: ReadableDatabase, sessionId: SessionId): MessageId | null {
  const row = database
    .query<{ leafId: MessageId | null }>('SELECT leaf_id AS leafId FROM sessions WHERE id = ?')
    .get(sessionId)
  return row?.leafId ?? null
}

function entriesOf({ parts: json, ...entry }: OutlineRow): OutlineEntry[] {
  if (json === null) return []
  const parts = fromJson<Part[]>(json)
  const text = messageText({ parts })
  if (entry.role === 'user') return [{ ...entry, text: inOneLine(text) || namesOf(parts) }]
  return headingsOf(text).map((heading) => ({
    ...entry,
    level: heading.level,
    text: inOneLine(heading.text),
  }))
}

/** The names of the files of a question without text. */
function namesOf(parts: readonly Part[]): string {
  return inOneLine(parts.map((part) => (part.type === 'attachment' ? part.name : '')).join(' '))
}

/** The outline of a chat in the database `file`, which its writer has open: a long chat takes time to read. */
export function outlineJob({ file, sessionId }: { file: string; sessionId: SessionId }): Outline {
  // It may be slow: nobody else waits for this thread.
  return withReadOnly(file, (database) => readOutline(database, sessionId))
}
