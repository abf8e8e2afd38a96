import { expect, test } from 'vitest'

import type { FormPart, Message } from '../../../shared/sessions/messages'
import { emptySnapshot, reduceRun, unansweredMessage } from '../../../shared/runs/reduce-run'
import { answerId, runId, sessionId, someMessages } from '../../testing/run-events'
import { type Conversation, emptyConversation } from '../../state/conversations/conversation'
import { formStatus } from './form-status'

const form: FormPart = { type: 'form', formId: 'f', title: 'A form', schema: {} }

/** A chat with an answer that contains the form, followed by `after`. */
function chatWith(...after: Partial<Message>[]): Conversation {
  const [question, answer] = someMessages(2)
  if (question === undefined || answer === undefined) throw new Error('expected two messages')
  const asked = { ...answer, parts: [form] }
  return {
    ...emptyConversation,
    messages: [question, asked, ...after.map((fields) => ({ ...question, ...fields }))],
  }
}

test('a form is open until a hidden message on the path has its values', () => {
  expect(formStatus(chatWith(), form)).toEqual({ kind: 'open' })
  const other = { hidden: true, parts: [{ ...form, formId: 'another', values: { a: 1 } }] }
  expect(formStatus(chatWith(other), form)).toEqual({ kind: 'open' })
  const submitted = { hidden: true, parts: [{ ...form, values: { a: 1 } }] }
  expect(formStatus(chatWith(submitted), form)).toEqual({ kind: 'submitted', values: { a: 1 } })
})

test('a run waits for its form until it is answered or declined', () => {
  const message = unansweredMessage({ runId, sessionId, messageId: answerId, parentId: null, startedAt: 1 })
  const request = { type: 'form-request' as const, formId: 'f', title: 'A form', schema: {} }
  const liveAfter = (...answers: Parameters<typeof reduceRun>[1]) => {
    const snapshot = reduceRun(emptySnapshot(message), [request, ...answers])
    const part = snapshot.message.parts.find((candidate) => candidate.type === 'form')
    const live = { runId, messageId: answerId, snapshot, seq: 1, startedAt: 1 }
    return formStatus({ ...emptyConversation, live }, part as FormPart)
  }
  expect(liveAfter()).toEqual({ kind: 'waiting' })
  expect(liveAfter({ type: 'form-answered', formId: 'f', values: { a: 1 } })).toEqual({
    kind: 'submitted',
    values: { a: 1 },
  })
  expect(liveAfter({ type: 'form-answered', formId: 'f', values: null })).toEqual({ kind: 'declined' })
})
