import { expect, test } from 'vitest'

import { failureData } from '../../../shared/failures/failure'
import { type AttachmentPart, type Message, messageText, type Part } from '../../../shared/sessions/messages'
import { shownAnswer, shownError, stoppedRound } from './shown-answer'

const image: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'drawn',
  name: 'by-one.png',
  mediaType: 'image/png',
  sizeBytes: 1,
}

function answer(given: Partial<Message>): Message {
  return {
    id: 'answer' as Message['id'],
    sessionId: 'session' as Message['sessionId'],
    parentId: null,
    role: 'assistant',
    parts: [],
    status: 'complete',
    stopReason: 'end',
    createdAt: 1,
    ...given,
  }
}

const says = (text: string, given: Partial<Message> = {}) =>
  answer({ parts: [{ type: 'text', text }], ...given })
const stopped = { status: 'partial', stopReason: 'user' } as const

/** The answers of a round as they are shown: their status and text; `!` marks those that are shortened. */
function shownRound(answers: readonly Message[], missing = 0): string[] {
  const round = stoppedRound(answers, missing)
  return answers.map((whole) => {
    const shown = shownAnswer(whole, { question: null, models: [], round })
    return `${shown.status}${shown.isShortened === true ? '!' : ''} ${messageText(shown)}`
  })
}

test('images in the results of tools are hidden like the tools, and those of the answer are shown without a name', () => {
  const parts: Part[] = [
    { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'draw', input: {}, state: 'done' },
    { type: 'tool-result', toolCallId: 'toolu_1', output: 'An image.' },
    { ...image, attachmentId: 'returned', toolCallId: 'toolu_1' },
    image,
  ]
  const shown = shownAnswer(answer({ parts }), { question: null, models: [], round: null })
  expect(shown.parts).toEqual([{ ...image, name: 'image/png' }])
})

test('an answer that names a model of the comparison is marked, unless the question does', () => {
  const models = ['zorblax/frobnitz']
  const marked = (question: string) =>
    shownAnswer(says('I am Frobnitz.'), { question: says(question, { role: 'user' }), models, round: null })
      .namesContestant
  expect([marked('Who?'), marked('Are you Frobnitz?')]).toEqual([true, undefined])
})

test('a request that names a missing file or message is refused as such; that a model is missing stays hidden', () => {
  const ownMistakes = [
    failureData('NOT_FOUND', 'attachment', { attachmentId: 'gone' }),
    failureData('NOT_FOUND', 'message', { messageId: 'gone' }),
  ]
  expect(ownMistakes.map(shownError)).toEqual(ownMistakes)
  const model = failureData('NOT_FOUND', 'model', { modelRef: 'one/a' })
  expect(JSON.stringify(shownError(model))).not.toContain('one')
})

test('answers of a stopped round end where the shortest does, and look stopped; a failed one still looks failed', () => {
  const round = [
    says('This one is complete, and much longer.'),
    says('This one was cut', stopped),
    says('', { status: 'failed', stopReason: 'error' }),
  ]
  expect(shownRound(round)).toEqual(['partial! This one is', 'partial! This one was', 'failed '])
  expect(shownRound(round.slice(0, 1))).toEqual(['complete This one is complete, and much longer.'])
})

test('shows nothing of a stopped answer that was requested alone', () => {
  expect(shownRound([says('What was written until then', stopped)], 2)).toEqual(['partial! '])
})

test('the end of the shortest answer does not distinguish it from the others', () => {
  for (const shortest of ['So it begins ', 'So it begins\n\n', 'So it begins wi', 'So it begins with']) {
    const answers = [
      says('So it begins with three words.'),
      says(shortest, stopped),
      says('So it begins with'),
    ]
    expect(shownRound(answers)).toEqual(answers.map(() => 'partial! So it begins'))
  }
})

test('never splits a character', () => {
  expect(shownRound([says('👍👍👍👍'), says('abc', stopped), says('abcdef')])[0]).toBe('partial! 👍')
})
