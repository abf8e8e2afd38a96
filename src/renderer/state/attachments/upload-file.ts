import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { UploadId } from '../../../shared/ids'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { ParleyApi } from '../../rpc/parley-api'
import { toBase64 } from '../../browser/base64'
import { pieceOfFile } from '../../browser/read-file'

/** The size of an upload piece, as for imports, and how many are sent before waiting for an answer. */
const pieceBytes = 192 * 1024
const piecesInFlight = 3

/** The part of a picked, pasted or dropped file that is used. */
export type PickedFile = Pick<File, 'name' | 'type' | 'size' | 'slice'>

/** Why a file of this size is not uploaded; null if it may be. */
export function sizeRefusal({ size }: Pick<File, 'size'>): ErrorData | null {
  if (size === 0) return failureData('INVALID_INPUT', 'empty')
  if (size <= wireLimits.attachmentBytes) return null
  const mebibytes = wireLimits.attachmentBytes / 1024 / 1024
  return failureData('INVALID_INPUT', 'attachment-too-large', { mebibytes })
}

/**
 * Uploads a file to main, piece by piece, where it is inspected and stored.
 * @throws ParleyError main's refusal; the signal's reason when it aborts
 */
export async function uploadFile(
  api: ParleyApi,
  file: PickedFile,
  options: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<AttachmentPart> {
  const { signal, onProgress } = options
  const { uploadId } = await api.invoke(
    'attachments.begin',
    { name: file.name.slice(0, 1024) || 'file', mediaType: file.type.slice(0, 200), sizeBytes: file.size },
    { signal },
  )
  try {
    const underWay: Promise<void>[] = []
    for (let offset = 0; offset < file.size; offset += pieceBytes) {
      const bytes = await pieceOfFile(file, offset, pieceBytes)
      signal.throwIfAborted()
      const sent = api
        .invoke('attachments.append', { uploadId, offset, data: toBase64(bytes) }, { signal })
        .then(({ receivedBytes }) => onProgress(receivedBytes))
      // Only the first failure is reported; the pieces after it fail as a consequence.
      sent.catch(() => undefined)
      underWay.push(sent)
      if (underWay.length === piecesInFlight) await underWay.shift()
    }
    await Promise.all(underWay)
    return (await api.invoke('attachments.finish', { uploadId }, { signal })).attachment
  } catch (error) {
    await discard(api, uploadId)
    throw error
  }
}

async function discard(api: ParleyApi, uploadId: UploadId): Promise<void> {
  try {
    await api.invoke('attachments.discard', { uploadId })
  } catch {
    // Without a connection, it is already gone.
  }
}
