import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { AttachmentId } from '../../../../shared/ids'
import type { AttachmentPart } from '../../../../shared/sessions/messages'

const pieceBytes = 512 * 1024

/** Uploads a file to an app over the wire. @throws the app's refusal */
export async function attachFile(
  parley: ParleyApi,
  content: Buffer | string,
  name = 'file',
): Promise<AttachmentPart & { attachmentId: AttachmentId }> {
  const bytes = Buffer.from(content)
  const { uploadId } = await parley.invoke('attachments.begin', {
    name,
    mediaType: 'application/octet-stream',
    sizeBytes: bytes.length,
  })
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const data = bytes.subarray(offset, offset + pieceBytes).toString('base64')
    await parley.invoke('attachments.append', { uploadId, offset, data })
  }
  const { attachment } = await parley.invoke('attachments.finish', { uploadId })
  return { ...attachment, attachmentId: attachment.attachmentId as AttachmentId }
}
