import type { SessionId } from '../../../shared/ids'
import type { FormPart } from '../../../shared/sessions/messages'
import type { Conversation } from '../../state/conversations/conversation'

/** How a form stands: a run waits for it, it can still be filled in, or it is settled. */
export type FormStanding =
  | { kind: 'waiting' }
  | { kind: 'open' }
  | { kind: 'submitted'; values: Record<string, unknown> }
  | { kind: 'declined' }

const waiting: FormStanding = { kind: 'waiting' }
const open: FormStanding = { kind: 'open' }
const declined: FormStanding = { kind: 'declined' }

/** How a form of this path stands. One that ended its run was answered by a hidden message that holds its values. */
export function formStanding(conversation: Conversation, part: FormPart): FormStanding {
  if (part.isDeclined === true) return declined
  if (part.values !== undefined) return { kind: 'submitted', values: part.values }
  const { live, messages } = conversation
  if (live?.snapshot.pending.forms.some((form) => form.formId === part.formId) === true) return waiting
  for (const message of messages) {
    if (message.role !== 'user') continue
    for (const answer of message.parts) {
      if (answer.type !== 'form' || answer.formId !== part.formId) continue
      if (answer.values !== undefined) return { kind: 'submitted', values: answer.values }
      if (answer.isDeclined === true) return declined
    }
  }
  return open
}

/** Where the values of a form are kept that were filled in and not submitted. */
export function draftForForm(sessionId: SessionId, formId: string): string {
  return `form:${sessionId}:${formId}`
}

/** The draft of a form that nobody waits for and that the user has put away. */
export const dismissedDraft = 'dismissed'
