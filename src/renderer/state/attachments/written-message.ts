import type { StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { utf8Bytes } from '../../../shared/text/utf8'
import type { Drafts } from '../drafts/drafts'
import { readyParts, tooManyAttachments } from './draft-attachment'
import type { DraftAttachments } from './draft-attachments'

/** What a user has written, before it is sent. */
export interface WrittenMessage {
  text: string
  attachments: readonly AttachmentPart[]
}

interface DraftsOfWindow {
  drafts: StoreApi<Drafts>
  attachments: DraftAttachments
}

/** Why `text` with this many files cannot be sent, as an error for users; null when it can. */
export function messageRefusal(text: string, fileCount = 0): ErrorData | null {
  if (text.trim() === '' && fileCount === 0) {
    return failureData('INVALID_INPUT', 'message-empty')
  }
  if (fileCount > wireLimits.attachments) return tooManyAttachments()
  const sizeBytes = utf8Bytes(text)
  if (sizeBytes <= wireLimits.messageBytes) return null
  // Rounded up, so that it never equals the limit.
  const megabytes = Math.ceil(sizeBytes / 1e4) / 100
  return failureData('INVALID_INPUT', 'message-too-long', { megabytes, max: wireLimits.messageBytes / 1e6 })
}

/** Removes what was sent from the draft; text and files added since stay. */
export function clearSentMessage(
  app: DraftsOfWindow,
  place: string,
  { text, attachments }: WrittenMessage,
): void {
  app.drafts.getState().clearSent(place, text)
  app.attachments.clearSent(place, attachments)
}

/** Puts back a message that was refused, before whatever has been written since. */
export function restoreMessage(
  app: DraftsOfWindow,
  place: string,
  { text, attachments }: WrittenMessage,
): void {
  if (text !== '') app.drafts.getState().restore(place, text)
  app.attachments.restore(place, attachments)
}

/** Moves the draft at `from` to `to`; files still being uploaded follow when they are ready. */
export async function moveWritten(app: DraftsOfWindow, from: string, to: string): Promise<void> {
  const text = app.drafts.getState().byPlace[from] ?? ''
  app.drafts.getState().clearSent(from, text)
  if (text !== '') app.drafts.getState().restore(to, text)
  const attachments = readyParts(await app.attachments.whenSettled(from))
  app.attachments.clearSent(from, attachments)
  app.attachments.restore(to, attachments)
}
