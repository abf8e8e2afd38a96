import { expect, test } from 'vitest'

import { chatgptConversation, claudeConversation } from '../testing/files-of-others'
import { readGood } from '../testing/read-good'

function textsOf(value: unknown) {
  return readGood(value).messages.map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : part.type)),
  )
}

function calling(id: string, name: string, input: unknown) {
  return { type: 'tool_use', id, name, input }
}

/** A call that writes an artifact, and its result. */
function artifact(id: string, input: unknown) {
  return [
    { type: 'tool_use', id, name: 'artifacts', input },
    { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: 'OK' }] },
  ]
}

test('a canvas of ChatGPT is shown as what it contains, and a change of a part of it as the call', () => {
  const conversation = chatgptConversation('c', [
    { id: 'q' },
    { id: 'a', role: 'assistant' },
    { id: 'b', role: 'assistant' },
    { id: 'd', role: 'assistant' },
    { id: 'e', role: 'assistant' },
  ])
  const call = (id: string, recipient: string, input: unknown) => {
    const node = conversation.mapping[id] as { message: Record<string, unknown> }
    Object.assign(node.message, {
      recipient,
      content: { content_type: 'code', language: 'unknown', text: JSON.stringify(input) },
    })
  }
  call('a', 'canmore.create_textdoc', { name: 'Plan *1*', type: 'document', content: '# Steps' })
  call('b', 'canmore.create_textdoc', { name: 'f', type: 'code/python', content: 'x = "```"' })
  call('d', 'canmore.update_textdoc', { updates: [{ pattern: '.*', replacement: 'x = 2' }] })
  call('e', 'canmore.update_textdoc', { updates: [{ pattern: 'x', replacement: 'y' }] })
  expect(textsOf(conversation).slice(1)).toEqual([
    ['**Plan \\*1\\***\n\n# Steps'],
    ['**f**\n\n````python\nx = "```"\n````'],
    ['```\nx = 2\n```'],
    ['tool-call'],
  ])
})

test('an artifact of Claude is shown as what it contains, and a change of a part of it as the call', () => {
  const content = [
    { type: 'text', text: 'Here:' },
    ...artifact('1', { command: 'create', type: 'text/html', title: 'Page', content: '<p>hi</p>' }),
    ...artifact('2', { command: 'rewrite', type: 'text/markdown', content: '# Notes' }),
    ...artifact('3', { command: 'update', old_str: 'hi', new_str: 'ho' }),
  ]
  const conversation = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  Object.assign(conversation.chat_messages[1] ?? {}, { content })
  expect(textsOf(conversation)[1]).toEqual([
    'Here:',
    '\n\n**Page**\n\n```html\n<p>hi</p>\n```\n\n',
    '\n\n# Notes\n\n',
    'tool-call',
    'tool-result',
  ])
})

test('a file that Claude creates is shown as what it contains', () => {
  const content = [
    calling('1', 'create_file', { path: '/mnt/out/plan.md', file_text: '# Steps', description: 'x' }),
    { type: 'tool_result', tool_use_id: '1', content: 'File created' },
    calling('2', 'create_file', JSON.stringify({ path: 'a.py', file_text: 'x = 1' })),
    calling('3', 'str_replace_based_edit_tool', { command: 'view', path: 'a.py' }),
  ]
  const conversation = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  Object.assign(conversation.chat_messages[1] ?? {}, { content })
  expect(textsOf(conversation)[1]).toEqual([
    '\n\n**plan.md**\n\n# Steps\n\n',
    '\n\n**a.py**\n\n```py\nx = 1\n```\n\n',
    'tool-call',
  ])
})

test('an artifact in the text of an older answer is shown as what it contains', () => {
  const text =
    'Here:<antThinking>Hm.</antThinking><antArtifact identifier="a" type="text/html" title="Page"><p>hi</p></antArtifact>Done. <antArtifact'
  const conversation = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  Object.assign(conversation.chat_messages[1] ?? {}, { content: [{ type: 'text', text }] })
  expect(textsOf(conversation)[1]).toEqual([
    'Here:',
    'reasoning',
    '\n\n**Page**\n\n```html\n<p>hi</p>\n```\n\n',
    'Done. <antArtifact',
  ])
})

test('a million starts of artifacts without an end take no noticeable time', () => {
  const started = performance.now()
  const conversation = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  const text = '<antArtifact >'.repeat(500_000) + '<antArtifact '.repeat(500_000)
  Object.assign(conversation.chat_messages[1] ?? {}, { content: [{ type: 'text', text }] })
  expect(textsOf(conversation)[1]).toEqual([text])
  expect(performance.now() - started).toBeLessThan(4_000)
})
