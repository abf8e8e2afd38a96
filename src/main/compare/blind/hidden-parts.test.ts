import { expect, test } from 'vitest'

import type { AttachmentPart, Message } from '../../../shared/sessions/messages'
import { failureData } from '../../../shared/failures/failure'
import { hiddenError, hiddenMessage } from './hidden-parts'

const image: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'drawn',
  name: 'by-one.png',
  mediaType: 'image/png',
  sizeBytes: 1,
}

test('images in the results of tools are hidden like the tools, and those of the answer are shown', () => {
  const answer: Message = {
    id: 'answer' as Message['id'],
    sessionId: 'session' as Message['sessionId'],
    parentId: null,
    role: 'assistant',
    parts: [
      { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'draw', input: {}, state: 'done' },
      { type: 'tool-result', toolCallId: 'toolu_1', output: 'An image.' },
      { ...image, attachmentId: 'returned', toolCallId: 'toolu_1' },
      image,
    ],
    status: 'complete',
    createdAt: 1,
  }
  expect(hiddenMessage(answer).parts).toEqual([{ ...image, name: 'image/png' }])
})

test('a request that names a missing file or message is refused as such; that a model is missing stays hidden', () => {
  const ownMistakes = [
    failureData('NOT_FOUND', 'attachment', { attachmentId: 'gone' }),
    failureData('NOT_FOUND', 'message', { messageId: 'gone' }),
  ]
  expect(ownMistakes.map(hiddenError)).toEqual(ownMistakes)
  const model = failureData('NOT_FOUND', 'model', { modelRef: 'one/a' })
  expect(JSON.stringify(hiddenError(model))).not.toContain('one')
})
