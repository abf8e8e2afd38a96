import { expect, test } from 'vitest'

import type { AttachmentPart, Message } from '../../../../../shared/sessions/messages'
import type { StoredChat } from '../contents/stored-chat'
import { anonymousChat } from './shared-content'

const image: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'drawn',
  name: 'by-one.png',
  mediaType: 'image/png',
  sizeBytes: 1,
}

test('an anonymous chat has no images of tools, whose ids tell which provider a contestant has', () => {
  const answer: Message = {
    id: 'answer' as Message['id'],
    sessionId: 'session' as Message['sessionId'],
    parentId: null,
    role: 'assistant',
    parts: [{ ...image, attachmentId: 'returned', toolCallId: 'toolu_1' }, image],
    status: 'complete',
    createdAt: 1,
  }
  const messages = function* messages() {
    yield answer
  }
  const head = { model: 'demo/one', createdAt: 1 } as StoredChat['head']
  const [shown] = anonymousChat({ head, tree: messages, path: messages }, 'A', 'Failed.').tree()
  expect(shown?.parts).toEqual([{ ...image, name: 'image/png' }])
})
