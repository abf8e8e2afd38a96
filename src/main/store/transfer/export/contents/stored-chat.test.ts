import { expect, test } from 'vitest'

import type { MessageId } from '../../../../../shared/ids'
import type { MergedStatement, Message } from '../../../../../shared/sessions/messages'
import { type StoredChat, withSources } from './stored-chat'

test('an exported merge names the sources of each statement, after code on a line of its own', () => {
  const source = { messageId: 'a' as MessageId, sentence: 3, from: 0, to: 9 }
  const pieces: [string, MergedStatement['sources']][] = [
    ['Iron.', [source, { ...source, messageId: 'gone' as MessageId }]],
    [' Nice.', []],
    ['\n\n```js\na\n```', [source]],
  ]
  const statements: MergedStatement[] = []
  let text = ''
  for (const [written, sources] of pieces) {
    const from = text.length
    text += written
    statements.push({ kind: 'statement', sources, from, to: text.length })
  }
  const message = { role: 'assistant', parts: [{ type: 'text', text, statements }] } as unknown as Message
  const chat = { head: {}, tree: () => [message], path: () => [message] } as unknown as StoredChat
  const letters = new Map([['a' as MessageId, 'A']])
  const shown = withSources(chat, {
    title: 'Which · merge',
    letters,
    addedMark: 'added by the merging model',
  })
  expect(shown.head.title).toBe('Which · merge')
  for (const messages of [[...shown.path()], [...shown.tree()]]) {
    expect(messages[0]?.parts).toEqual([
      {
        type: 'text',
        text: 'Iron. [A3, ?3] Nice. [added by the merging model]\n\n```js\na\n```\n\n[A3]',
      },
    ])
  }
})
