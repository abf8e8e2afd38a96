import type { StoreApi } from 'zustand/vanilla'

import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { Drafts } from '../drafts/drafts'
import { readyParts } from './draft-attachment'
import type { DraftAttachments } from './draft-attachments'

/** What a user has written, before it is a message. */
export interface WrittenMessage {
  text: string
  attachments: readonly AttachmentPart[]
}

interface DraftsOfWindow {
  drafts: StoreApi<Drafts>
  attachments: DraftAttachments
}

/** Takes what was sent out of the draft; what was typed or attached since stays. */
export function takeSentMessage(
  app: DraftsOfWindow,
  place: string,
  { text, attachments }: WrittenMessage,
): void {
  app.drafts.getState().takeSent(place, text)
  app.attachments.takeSent(place, attachments)
}

/** Puts back what was taken out and not accepted, before what is there since. */
export function giveBackMessage(
  app: DraftsOfWindow,
  place: string,
  { text, attachments }: WrittenMessage,
): void {
  if (text !== '') app.drafts.getState().giveBack(place, text)
  app.attachments.giveBack(place, attachments)
}

/** Has what is written at `from` go on at `to`; files that are still on their way follow once they have come. */
export async function moveWritten(app: DraftsOfWindow, from: string, to: string): Promise<void> {
  const text = app.drafts.getState().byPlace[from] ?? ''
  app.drafts.getState().takeSent(from, text)
  if (text !== '') app.drafts.getState().giveBack(to, text)
  const attachments = readyParts(await app.attachments.whenSettled(from))
  app.attachments.takeSent(from, attachments)
  app.attachments.giveBack(to, attachments)
}
