import { expect, test } from 'vitest'

import type { AttachmentPart, Message } from '../../shared/sessions/messages'
import { sampleWav } from '../base/testing/sample-wav'
import { readMessageFiles } from './message-files'

function sound(name: string, mediaType: string, toolCallId?: string): AttachmentPart {
  const of = toolCallId === undefined ? {} : { toolCallId }
  return { type: 'attachment', attachmentId: name, name, mediaType, sizeBytes: 52, ...of }
}

function messageOf(role: Message['role'], part: AttachmentPart): Message {
  return { role, parts: [part] } as Partial<Message> as Message
}

test('stored sounds are read only for models that accept them, and only those that tools returned', async () => {
  const given = sound('given.wav', 'audio/wav')
  const returned = sound('result.wav', 'audio/wav', 'call-1')
  const unknown = sound('result.m4a', 'audio/mp4', 'call-2')
  const answered = sound('answer.wav', 'audio/wav')
  const messages = [
    messageOf('user', given),
    ...[returned, unknown, answered].map((part) => messageOf('assistant', part)),
  ]
  const content = { kind: 'audio', mediaType: 'audio/wav', bytes: sampleWav(8) } as const
  const filesFor = (resultAudio: boolean) =>
    readMessageFiles({ messages, readAttachment: async () => content, resultImages: 'name', resultAudio })
  expect([...(await filesFor(true))]).toEqual([[returned, content]])
  expect([...(await filesFor(false))]).toEqual([])
})
