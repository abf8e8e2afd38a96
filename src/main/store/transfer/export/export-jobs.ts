import { failure } from '../../../../shared/failures/failure'
import type { ComparisonId, ProjectId, SessionId } from '../../../../shared/ids'
import { pageDiagramLimits } from '../../../../shared/store/page-diagrams'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { registerSecret } from '../../../base/redaction/redaction'
import type { JobContext, Jobs } from '../../../base/threads/job'
import { sessionNotFound } from '../../database/store-errors'
import { localPaths, type Sharing } from './bundle/shared-content'
import { type BundleSubject, writeBundle } from './write-bundle'
import { ExportReader, eachPiece, yieldTurn, chatFileName, type ExportSource } from './export-reader'
import { fileEndings } from './documents/chat-document'
import { fileStem } from './export-file-name'
import {
  nameableComparison,
  votesIn,
  writeComparisonMarkdown,
  writeWholeComparison,
} from './write-comparison'
import { type ExportProgress, writeZip } from './write-zip'
import { WrittenFile } from './written-file'

export type { ExportProgress } from './write-zip'

/** A longer text is not returned in one piece. */
const maxContentChars = 64 * 1024 * 1024

/**
 * One chat as a text: `{ fileName, content }` in the JSON that the wire carries.
 * @throws NOT_FOUND, INVALID_INPUT it is too large for that
 */
export async function exportText(
  { sessionId, ...stored }: ExportSource & { sessionId: SessionId },
  { signal }: JobContext<never>,
): Promise<Uint8Array> {
  const pieces: string[] = []
  let length = 0
  const fileName = await reading(stored, (reader) =>
    reader.read(sessionId, async (chat) => {
      await eachPiece(reader, chat, signal, (piece) => {
        pieces.push(piece)
        length += piece.length
        if (length > maxContentChars) throw failure('INVALID_INPUT', 'chat-too-long')
      })
      return chatFileName(chat, reader)
    }),
  )
  if (fileName === null) throw sessionNotFound(sessionId)
  return new TextEncoder().encode(JSON.stringify({ fileName, content: pieces.join('') }))
}

/**
 * Writes `sessionIds`, or everything of a project or at all when it is null, to the new file `file`: one chat as a
 * plain file unless it has attachments, otherwise a ZIP. On failure no file is left. `hiddenCount`: the comparisons
 * that an export of everything left out, because their names are hidden.
 * @throws NOT_FOUND one of them does not exist, or there is none at all
 * @throws STORE_FULL
 */
export async function exportFile(
  {
    sessionIds,
    projectId = null,
    file,
    settings = null,
    ...stored
  }: ExportSource & {
    sessionIds: readonly SessionId[] | null
    projectId?: ProjectId | null
    file: string
    /** Written into an export of everything. */
    settings?: ArchivedSettings | null
  },
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number; hiddenCount: number }> {
  const isWhole = sessionIds === null && projectId === null
  return reading({ ...stored, isWhole, hasProjects: sessionIds === null }, async (reader) => {
    const ids = sessionIds === null ? reader.chats.ids(projectId) : [...new Set(sessionIds)]
    const missing = ids.find((id) => !reader.chats.has(id))
    if (missing !== undefined) throw sessionNotFound(missing)
    const comparisonIds = sessionIds === null ? reader.comparisons.ids(projectId) : []
    const [first] = ids
    const isEmpty = first === undefined && comparisonIds.length === 0 && !reader.hasOtherContent()
    if (isEmpty && settings === null) {
      throw failure('NOT_FOUND', reader.comparisons.hiddenCount(projectId) > 0 ? 'only-hidden' : 'no-chats')
    }
    const written = new WrittenFile(file)
    try {
      const isOne = sessionIds !== null && ids.length === 1
      const fileName =
        isOne && first !== undefined && !reader.hasSeparateFiles(first)
          ? await writeOne(reader, first, written, context.signal)
          : await writeZip(reader, { ids, comparisonIds, projectId, settings, written, context })
      await yieldTurn(context.signal)
      const hiddenCount = sessionIds === null ? reader.comparisons.hiddenCount(projectId) : 0
      return { fileName, sizeBytes: written.finish(), hiddenCount }
    } catch (error) {
      written.remove()
      throw error
    }
  })
}

/**
 * Writes one comparison with its votes to the new file `file`: as JSON that can be imported again, or as a ZIP if it has
 * attached files; or as one Markdown text. On failure no file is left.
 * @throws NOT_FOUND also if its contestants may not be named; STORE_FULL
 */
export async function exportComparison(
  { comparisonId, file, ...stored }: ExportSource & { comparisonId: ComparisonId; file: string },
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number }> {
  return reading(stored, async (reader) => {
    const head = nameableComparison(reader, comparisonId)
    const written = new WrittenFile(file)
    const write = (text: string) => written.write(Buffer.from(text, 'utf8'))
    try {
      const stem = fileStem(head.title, reader.wording.untitledComparison)
      let fileName = `${stem}.${fileEndings[reader.format]}`
      if (reader.format === 'markdown') {
        await writeComparisonMarkdown(reader, head, async (piece) => {
          write(piece)
          await yieldTurn(context.signal)
        })
      } else if (head.panes.some(({ sessionId }) => reader.hasSeparateFiles(sessionId))) {
        const wanted = { ids: [], comparisonIds: [comparisonId], settings: null, written, context }
        await writeZip(reader, wanted)
        fileName = `${stem}.zip`
      } else {
        await writeWholeComparison(reader, head, {
          votes: votesIn(reader, head),
          write,
          writeChat: (chat, placeOf) => eachPiece(reader, chat, context.signal, write, placeOf),
        })
      }
      await yieldTurn(context.signal)
      return { fileName, sizeBytes: written.finish() }
    } catch (error) {
      written.remove()
      throw error
    }
  })
}

/** The content of a bundle, and what is left out of it. */
export interface BundleInput extends Omit<ExportSource, 'format'>, Pick<Sharing, 'withInstructions'> {
  /** Folders of this computer whose paths are replaced, such as the user's own. */
  folders: readonly string[]
  subject: BundleSubject
  file: string
  /** Texts that must not leave this computer. */
  secrets: readonly string[]
}

/**
 * Writes something to the new file `file`: one HTML page with its data. On failure no file is left.
 * @throws NOT_FOUND, STORE_FULL
 */
export async function exportBundle(
  { subject, file, secrets, withInstructions, folders, ...stored }: BundleInput,
  { signal }: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number }> {
  for (const secret of secrets) registerSecret(secret)
  return reading({ ...stored, format: 'html' }, async (reader) => {
    const written = new WrittenFile(file)
    try {
      const sharing = { withInstructions, folders: localPaths(folders) }
      const fileName = await writeBundle(subject, { reader, sharing, written, signal })
      await yieldTurn(signal)
      return { fileName, sizeBytes: written.finish() }
    } catch (error) {
      written.remove()
      throw error
    }
  })
}

/** The diagrams that pages would show: those of chats, or of a bundle. */
export type DiagramSearch = Omit<ExportSource, 'format' | 'diagrams'> &
  (
    | { sessionIds: readonly SessionId[] | null; projectId?: ProjectId | undefined }
    | Omit<BundleInput, 'file' | keyof ExportSource>
  )

/** The sources of the diagrams that such pages would show, as far as they can be drawn. @throws NOT_FOUND */
export async function findDiagrams(search: DiagramSearch, { signal }: JobContext<never>): Promise<string[]> {
  const found = new Set<string>()
  await reading({ ...search, format: 'html', found }, async (reader) => {
    if ('subject' in search) {
      const { subject, secrets, withInstructions, folders } = search
      for (const secret of secrets) registerSecret(secret)
      const sharing = { withInstructions, folders: localPaths(folders) }
      await writeBundle(subject, { reader, sharing, written: { write: () => {} }, signal })
      return
    }
    for (const id of search.sessionIds ?? pagesOf(reader, search.projectId ?? null)) {
      if (found.size >= pageDiagramLimits.count) return
      await reader.read(id, (chat) => eachPiece(reader, chat, signal, () => {}))
      await yieldTurn(signal)
    }
  })
  return [...found]
}

/** Every chat, and every pane of a comparison, of a project or at all. */
function pagesOf({ chats, comparisons }: ExportReader, projectId: ProjectId | null): SessionId[] {
  const panes = comparisons.ids(projectId).flatMap((id) => comparisons.get(id)?.panes ?? [])
  return [...chats.ids(projectId), ...panes.map(({ sessionId }) => sessionId)]
}

async function writeOne(
  reader: ExportReader,
  id: SessionId,
  written: WrittenFile,
  signal: AbortSignal,
): Promise<string> {
  const fileName = await reader.read(id, async (chat) => {
    await eachPiece(reader, chat, signal, (piece) => written.write(Buffer.from(piece, 'utf8')))
    return chatFileName(chat, reader)
  })
  if (fileName === null) throw sessionNotFound(id)
  return fileName
}

async function reading<Result>(
  stored: ExportSource & { isWhole?: boolean; hasProjects?: boolean; found?: Set<string> },
  work: (reader: ExportReader) => Promise<Result>,
): Promise<Result> {
  const reader = new ExportReader(stored)
  try {
    return await work(reader)
  } finally {
    reader.close()
  }
}

export const exportJobs = {
  exportBundle,
  exportComparison,
  exportFile,
  exportText,
  findDiagrams,
} satisfies Jobs

export type ExportJobs = typeof exportJobs
