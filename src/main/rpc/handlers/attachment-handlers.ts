import type { AttachmentStore } from '../../store/attachments/attachment-store'
import type { RouteHandlers } from '../router'

/** `attachments.*`. */
export function attachmentHandlers(store: AttachmentStore) {
  return {
    // The sender's type is ignored: the bytes determine it.
    'attachments.begin': async ({ name, sizeBytes }, { connection }) => ({
      uploadId: await store.begin({ name, sizeBytes }, connection.closed),
    }),
    'attachments.append': ({ uploadId, offset, data }, { connection }) =>
      store.append(uploadId, { offset, data: Buffer.from(data, 'base64') }, connection.closed),
    'attachments.finish': async ({ uploadId }, { connection, signal }) => ({
      attachment: await store.finish(uploadId, connection.closed, signal),
    }),
    'attachments.discard': async ({ uploadId }, { connection }) => {
      await store.discard(uploadId, connection.closed)
      return {}
    },
    'attachments.read': ({ attachmentId, offset }) => store.read(attachmentId, offset),
    'attachments.text': ({ attachmentId }) => store.text(attachmentId),
  } satisfies Partial<RouteHandlers>
}
