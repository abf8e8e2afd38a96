import { expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, Message, Part } from '../../../shared/sessions/messages'
import type { AttachmentContent } from '../../run-source/run-source'
import { readMessageFiles } from '../../run-source/message-files'
import { toConversation } from './conversation'

function attached(name: string, mediaType: string, sizeBytes = 3): AttachmentPart {
  return { type: 'attachment', attachmentId: name, name, mediaType, sizeBytes }
}

function userMessage(...parts: Part[]): Message {
  return {
    id: 'm' as MessageId,
    sessionId: 's' as SessionId,
    parentId: null,
    role: 'user',
    parts,
    status: 'complete',
    createdAt: 0,
  }
}

const bytes = new Uint8Array([1, 2, 3])
const image: AttachmentContent = { kind: 'image', mediaType: 'image/png', bytes }

/** The turns that the model receives for these messages. */
async function prompted(
  messages: Message[],
  contents: Record<string, AttachmentContent>,
  options: { takesImages?: boolean; resultImages?: 'read' | 'name' } = {},
) {
  const read: string[] = []
  const readAttachment = async ({ name }: AttachmentPart) => {
    read.push(name)
    return contents[name] ?? null
  }
  const files = await readMessageFiles({ messages, readAttachment, ...options })
  const { turns } = toConversation({ messages, systemPrompt: null, files }, { resultImages: 'inside' })
  return { turns, read }
}

test('a text that contains fences gets a longer fence', async () => {
  const text = 'before\n````\ncode\n````'
  const { turns } = await prompted([userMessage(attached('a.md', 'text/plain'))], {
    'a.md': { kind: 'text', text },
  })
  expect(turns).toEqual([
    {
      role: 'user',
      content: [{ type: 'text', text: `Attached file: a.md\n\`\`\`\`\`\n${text}\n\`\`\`\`\`` }],
    },
  ])
})

test('an image for a model known not to accept images is sent as a text note, without reading the file', async () => {
  const messages = [userMessage(attached('a.png', 'image/png'), { type: 'text', text: 'What is it?' })]
  const { turns, read } = await prompted(messages, { 'a.png': image }, { takesImages: false })
  expect(read).toEqual([])
  expect(JSON.stringify(turns)).toContain('does not accept images')
})

test('consecutive messages of one role stay one turn when one has an image', async () => {
  const messages = [
    userMessage({ type: 'text', text: 'First' }),
    userMessage(attached('a.png', 'image/png'), { type: 'text', text: 'Second' }),
  ]
  const { turns } = await prompted(messages, { 'a.png': image })
  expect(turns).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'First' },
        { type: 'file', mediaType: 'image/png', bytes },
        { type: 'text', text: 'Second' },
      ],
    },
  ])
})

test('the oldest of too many images are omitted, and the model is informed', async () => {
  const large = 40 * 1024 * 1024
  const messages = [
    userMessage(attached('old.png', 'image/png', large)),
    userMessage(attached('new.png', 'image/png', large)),
  ]
  const { turns, read } = await prompted(messages, {
    'old.png': image,
    'new.png': { kind: 'image', mediaType: 'image/png', bytes: new Uint8Array(large) },
  })
  expect(read).toEqual(['new.png'])
  expect(turns[0]?.role === 'user' && turns[0].content[0]).toEqual({
    type: 'text',
    text: '[Attached image: old.png. It was not sent again because newer images take up all the space.]',
  })
})

test('a PDF without text is described as such', async () => {
  const { turns } = await prompted([userMessage(attached('scan.pdf', 'application/pdf'))], {
    'scan.pdf': { kind: 'pdf', text: '' },
  })
  expect(JSON.stringify(turns)).toContain('has no readable text. It may be a scan')
})

/** An answer whose one call returned these images. */
function answerWith(callId: string, ...images: AttachmentPart[]): Message {
  return {
    ...userMessage(
      { type: 'tool-call', toolCallId: callId, toolName: 'look', input: {}, state: 'done' },
      { type: 'tool-result', toolCallId: callId, output: 'seen' },
      ...images.map((part) => ({ ...part, toolCallId: callId })),
    ),
    role: 'assistant',
  }
}

test('later questions send only the newest images of results again, and say so about the others', async () => {
  const messages = Array.from({ length: 10 }, (_, index) =>
    answerWith(`c${index}`, attached(`${index}.png`, 'image/png')),
  )
  const contents = Object.fromEntries(messages.map((_, index) => [`${index}.png`, image]))
  const { turns, read } = await prompted(messages, contents, { resultImages: 'read' })
  expect(read).toEqual(['9.png', '8.png', '7.png', '6.png', '5.png', '4.png', '3.png', '2.png'])
  const results = turns.flatMap((turn) => (turn.role === 'tool' ? turn.results : []))
  expect(results.map(({ images }) => images.length)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
  expect(JSON.stringify(results[0])).toContain('0.png. It was not sent again')
})

test('an image in a result that some provider would reject for its size is not read', async () => {
  const wide = { ...attached('wide.png', 'image/png'), width: 9_000, height: 1 }
  const messages = [answerWith('c', attached('large.png', 'image/png', 4_000_000), wide)]
  const { turns, read } = await prompted(messages, {}, { resultImages: 'read' })
  expect(read).toEqual([])
  expect(JSON.stringify(turns)).toMatch(/large.png. It was not sent because it is too large.*wide.png/)
})

test('images of results are no part of a request that has no results, such as one to an agent', async () => {
  const { read } = await prompted([answerWith('c', attached('a.png', 'image/png'))], {})
  expect(read).toEqual([])
})

test('an image in a result that is an error follows the results', async () => {
  const failed = answerWith('c', attached('a.png', 'image/png'))
  const parts = failed.parts.map((part) => (part.type === 'tool-result' ? { ...part, isError: true } : part))
  const { turns } = await prompted([{ ...failed, parts }], { 'a.png': image }, { resultImages: 'read' })
  expect(turns.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user'])
  expect(turns[2]).toMatchObject({
    content: [
      { type: 'text', text: '[Files in the result of look:]' },
      { type: 'file', mediaType: 'image/png' },
    ],
  })
})
