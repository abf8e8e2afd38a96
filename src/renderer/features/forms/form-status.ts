import type { SessionId } from '../../../shared/ids'
import type { FormPart } from '../../../shared/sessions/messages'
import type { Conversation } from '../../state/conversations/conversation'

/** The state of a form: a run waits for it, it can still be filled in, or it is settled. */
export type FormStatus =
  | { kind: 'waiting' }
  | { kind: 'open' }
  | { kind: 'submitted'; values: Record<string, unknown> }
  | { kind: 'declined' }

const waiting: FormStatus = { kind: 'waiting' }
const open: FormStatus = { kind: 'open' }
const declined: FormStatus = { kind: 'declined' }

/** The state of a form on this path. If the form ended its run, a hidden message with the values answers it. */
export function formStatus(conversation: Conversation, part: FormPart): FormStatus {
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

/** The key of the draft for a form that was filled in but not submitted. */
export function draftForForm(sessionId: SessionId, formId: string): string {
  return `form:${sessionId}:${formId}`
}

/** The draft of a form that no run waits for and that the user has dismissed. */
export const dismissedDraft = 'dismissed'
