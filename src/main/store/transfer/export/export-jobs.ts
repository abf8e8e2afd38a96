import { failure } from '../../../../shared/failures/failure'
import type { ComparisonId, ProjectId, SessionId } from '../../../../shared/ids'
import { pageDiagramLimits } from '../../../../shared/store/page-diagrams'
import { registerSecret } from '../../../base/redaction/redaction'
import type { JobContext, Jobs } from '../../../base/threads/job'
import { sessionNotFound } from '../../database/store-errors'
import { localPaths, type Sharing } from './bundle/shared-content'
import { type BundleSubject, writeBundle } from './write-bundle'
import { ExportReader, eachPiece, yieldTurn, chatFileName, type ExportSource } from './export-reader'
import { fileStem } from './export-file-name'
import { type ArchiveContent, writeArchive } from './write-archive'
import { nameableComparison, writeComparisonMarkdown } from './write-comparison'
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
 * Writes `sessionIds`, or all chats, of a project or at all, when it is null, to the new file `file`: one chat as a
 * plain file unless it has attachments, otherwise a ZIP; in a readable format, with their comparisons. On failure no
 * file is left. `hiddenCount`: the comparisons that were left out, because their names are hidden.
 * @throws NOT_FOUND one of them does not exist, or there is none at all
 * @throws STORE_FULL
 */
export async function exportFile(
  {
    sessionIds,
    projectId = null,
    file,
    ...stored
  }: ExportSource & {
    sessionIds: readonly SessionId[] | null
    projectId?: ProjectId | null
    file: string
  },
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number; hiddenCount: number }> {
  return reading(stored, (reader) =>
    writing(file, context, async (written) => {
      const ids = sessionIds === null ? reader.chats.ids(projectId) : [...new Set(sessionIds)]
      const missing = ids.find((id) => !reader.chats.has(id))
      if (missing !== undefined) throw sessionNotFound(missing)
      const withComparisons = sessionIds === null && reader.format !== 'json'
      const hiddenCount = withComparisons ? reader.comparisons.hiddenCount(projectId) : 0
      const comparisonIds = withComparisons ? reader.comparisons.ids(projectId) : []
      const [first] = ids
      if (first === undefined && comparisonIds.length === 0) {
        throw failure('NOT_FOUND', hiddenCount > 0 ? 'only-hidden' : 'no-chats')
      }
      const isOne = sessionIds !== null && ids.length === 1
      const fileName =
        isOne && first !== undefined && !reader.hasSeparateFiles(first)
          ? await writeOne(reader, first, written, context.signal)
          : await writeZip(reader, { ids, comparisonIds, written, context })
      return { fileName, hiddenCount }
    }),
  )
}

/**
 * Writes an archive of rows to the new file `file`. On failure no file is left.
 * @throws NOT_FOUND there is nothing to write, or the contestants of the comparison may not be named; STORE_FULL
 */
export async function exportArchive(
  { content, file, ...stored }: Omit<ExportSource, 'format'> & { content: ArchiveContent; file: string },
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number }> {
  return reading({ ...stored, format: 'json' }, (reader) =>
    writing(file, context, async (written) => ({
      fileName: await writeArchive(reader, content, { written, context }),
    })),
  )
}

/**
 * Writes one comparison with its votes to the new file `file` as one Markdown text. On failure no file is left.
 * @throws NOT_FOUND also if its contestants may not be named; STORE_FULL
 */
export async function exportComparison(
  {
    comparisonId,
    file,
    ...stored
  }: Omit<ExportSource, 'format'> & { comparisonId: ComparisonId; file: string },
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number }> {
  return reading({ ...stored, format: 'markdown' }, (reader) =>
    writing(file, context, async (written) => {
      const head = nameableComparison(reader, comparisonId)
      await writeComparisonMarkdown(reader, head, async (piece) => {
        written.write(Buffer.from(piece, 'utf8'))
        await yieldTurn(context.signal)
      })
      return { fileName: `${fileStem(head.title, reader.wording.untitledComparison)}.md` }
    }),
  )
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
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number }> {
  for (const secret of secrets) registerSecret(secret)
  return reading({ ...stored, format: 'html' }, (reader) =>
    writing(file, context, async (written) => {
      const sharing = { withInstructions, folders: localPaths(folders) }
      return { fileName: await writeBundle(subject, { reader, sharing, written, signal: context.signal }) }
    }),
  )
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

/** Does `work` with a new file, and returns what it says and the size of the file. On failure no file is left. */
async function writing<Result extends object>(
  file: string,
  { signal }: Pick<JobContext<ExportProgress>, 'signal'>,
  work: (written: WrittenFile) => Promise<Result>,
): Promise<Result & { sizeBytes: number }> {
  const written = new WrittenFile(file)
  try {
    const result = await work(written)
    await yieldTurn(signal)
    return { ...result, sizeBytes: written.finish() }
  } catch (error) {
    written.remove()
    throw error
  }
}

async function reading<Result>(
  stored: ExportSource & { found?: Set<string> },
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
  exportArchive,
  exportBundle,
  exportComparison,
  exportFile,
  exportText,
  findDiagrams,
} satisfies Jobs

export type ExportJobs = typeof exportJobs
