import { expect, test } from 'vitest'

import type { Part } from '../../../../../shared/sessions/messages'
import {
  bigAgiConversation,
  cherryBackup,
  deepchatChat,
  janThread,
  librechatConversation,
  openWebuiConversation,
} from '../testing/files-of-apps'
import { chatgptConversation, claudeConversation } from '../testing/files-of-others'
import { readGood } from '../testing/read-good'

const notShown = '```\nThis block is not supported on your current device yet.\n```'

/** An answer of Claude whose text contains what its blocks, given here, do not. */
function claudeAnswer(text: string, content?: object[]) {
  const given = claudeConversation('c', [{ id: 'a', role: 'assistant' }])
  Object.assign(given.chat_messages[0] ?? {}, { text, content: content ?? [] })
  return given
}

function chatgptAnswer(message: object) {
  const given = chatgptConversation('c', [{ id: 'a' }])
  given.mapping['a'] = { parent: null, message: { author: { role: 'assistant' }, ...message } }
  return given
}

const text = (said: string): Part => ({ type: 'text', text: said })
const called = (toolName: string, input: unknown, id: string): Part => ({
  type: 'tool-call',
  toolCallId: id,
  toolName,
  input,
  state: 'done',
})
const returned = (output: unknown, id: string): Part => ({ type: 'tool-result', toolCallId: id, output })
const page = { url: 'https://example.org/a', title: 'A' }
const think = '<think>\nHm.\n</think>\n\nSo.'
const reasoned: Part[] = [{ type: 'reasoning', text: 'Hm.' }, text('So.')]
const role = 'assistant'

test.each<[what: string, file: object, parts: Part[], remarks?: string[]]>([
  [
    'Claude’s note about blocks that its text does not show',
    claudeAnswer(`${notShown}\n\n${notShown}`, [{ type: 'tool_use', id: 't', name: 'clock', input: {} }]),
    [{ type: 'tool-call', toolCallId: 't', toolName: 'clock', input: {}, state: 'cancelled' }],
  ],
  [
    'the same note in an export without blocks',
    claudeAnswer(`${notShown}\nSo.`),
    [text('So.')],
    ['unknownParts'],
  ],
  [
    'Claude’s whole text if a block of it was left out',
    claudeAnswer('INJECTED', [
      { type: 'injected_prompt_block', prompt: 'INJECTED' },
      { type: 'thinking', thinking: 'Hm.' },
    ]),
    [{ type: 'reasoning', text: 'Hm.' }],
    ['unknownParts'],
  ],
  [
    'what ChatGPT sends to a tool',
    chatgptAnswer({
      recipient: 'web.run',
      content: { content_type: 'code', language: 'unknown', text: '{"search_query":[{"q":"x"}]}' },
    }),
    [{ ...called('web.run', { search_query: [{ q: 'x' }] }, 'a'), isRunByProvider: true } as Part],
  ],
  [
    'what ChatGPT remembers',
    chatgptAnswer({ recipient: 'bio', content: { content_type: 'text', parts: ['The user bakes.'] } }),
    [{ ...called('bio', 'The user bakes.', 'a'), isRunByProvider: true } as Part],
  ],
  [
    'pictures that code of ChatGPT drew',
    chatgptAnswer({
      content: { content_type: 'execution_output', text: '1' },
      metadata: {
        aggregate_result: { messages: [{ message_type: 'image', image_url: 'file-service://file-abc' }] },
      },
    }),
    [
      text('```\n1\n```'),
      {
        type: 'attachment',
        attachmentId: 'file-service://file-abc',
        name: 'file-abc',
        mediaType: 'image/*',
        sizeBytes: 0,
      },
    ],
  ],
  [
    'the footnote of an answer of ChatGPT without marks',
    chatgptAnswer({
      content: { content_type: 'text', parts: ['So.'] },
      metadata: { content_references: [{ type: 'sources_footnote', matched_text: ' ', sources: [page] }] },
    }),
    [text('So.'), text('\n\nSources:\n\n1. [A](<https://example.org/a>)')],
  ],
  [
    'an answer of ChatGPT to which the user replied',
    chatgptAnswer({
      content: { content_type: 'text', parts: ['Why?'] },
      metadata: { targeted_reply: 'It is.' },
    }),
    [text('> It is.\n\n'), text('Why?')],
  ],
  [
    'the text of a document in Open WebUI',
    openWebuiConversation('c', [
      {
        id: 'q',
        text: 'see',
        content: { files: [{ type: 'file', id: 'f', name: 'p.md', file: { data: { content: '# P' } } }] },
      },
    ]),
    [
      {
        type: 'attachment',
        attachmentId: 'f',
        name: 'p.md',
        mediaType: 'application/octet-stream',
        sizeBytes: 0,
      },
      text('see'),
      text('\n\np.md\n\n```\n# P\n```'),
    ],
  ],
  [
    'code that Open WebUI ran in the middle of an answer',
    openWebuiConversation('c', [
      {
        id: 'a',
        role,
        content: {
          output: [
            {
              type: 'open_webui:code_interpreter',
              id: 'r',
              lang: 'python',
              code: '1+1',
              output: { stdout: '2' },
            },
            { type: 'message', content: [{ type: 'output_text', text: 'So.' }] },
          ],
        },
      },
    ]),
    [called('code', { language: 'python', code: '1+1' }, 'r'), returned({ stdout: '2' }, 'r'), text('So.')],
  ],
  [
    'a search of the provider in Open WebUI',
    openWebuiConversation('c', [
      {
        id: 'a',
        role,
        content: {
          output: [
            { type: 'web_search_call', id: 's', action: { query: 'x', sources: [page] } },
            { type: 'message', content: [{ type: 'output_text', text: 'So.' }] },
          ],
        },
      },
    ]),
    [
      {
        type: 'tool-call',
        toolCallId: 's',
        toolName: 'web_search',
        input: { query: 'x', sources: [page] },
        state: 'cancelled',
      },
      text('So.'),
      { type: 'sources', sources: [page] },
    ],
  ],
  [
    'a failure of Open WebUI as text, and pages of its tools',
    openWebuiConversation('c', [
      { id: 'a', role, text: 'So.', content: { error: 'no model', embeds: ['<p>INJECTED</p>'] } },
    ]),
    [text('So.'), { type: 'error', code: 'PROVIDER_PROTOCOL', message: 'no model' }],
    ['unknownParts'],
  ],
  [
    'a failure of LibreChat',
    librechatConversation('c', [{ id: 'a', role, text: 'no key', content: { error: true } }]),
    [{ type: 'error', code: 'PROVIDER_PROTOCOL', message: 'no key' }],
  ],
  [
    'an artifact of LibreChat',
    librechatConversation('c', [
      {
        id: 'a',
        role,
        text: ':::artifact{identifier="x" type="text/html" title="P *1*"}\n```html\n<p>\n```\n:::',
      },
    ]),
    [text('**P \\*1\\***\n\n```html\n<p>\n```\n')],
  ],
  [
    'older plugins of LibreChat',
    librechatConversation('c', [
      { id: 'a', role, text: 'So.', content: { plugins: [{ inputs: [{ plugin: 'web', input: 'x' }] }] } },
    ]),
    [text('So.')],
    ['unknownParts'],
  ],
  [
    'older reasoning of LibreChat',
    librechatConversation('c', [{ id: 'a', role, text: ':::thinking\nHm.\n:::\n\nSo.' }]),
    reasoned,
  ],
  ['reasoning in tags in Open WebUI', openWebuiConversation('c', [{ id: 'a', role, text: think }]), reasoned],
  ['reasoning in tags in Jan', janThread('c', [{ id: 'a', role, text: think }]), reasoned],
  ['the same tags of a user', janThread('c', [{ id: 'q', role: 'user', text: think }]), [text(think)]],
  [
    'older calls of Jan',
    janThread('c', [
      {
        id: 'a',
        role,
        text: 'So.',
        content: {
          metadata: {
            tool_calls: [
              {
                tool: { id: 't', function: { name: 'clock', arguments: '{"zone":"UTC"}' } },
                response: { content: [{ type: 'text', text: 'noon' }], error: '' },
              },
            ],
          },
        },
      },
    ]),
    [text('So.'), called('clock', { zone: 'UTC' }, 't'), returned([{ type: 'text', text: 'noon' }], 't')],
  ],
  [
    'an artifact of DeepChat',
    deepchatChat('c', [
      {
        id: 'a',
        role,
        content: {
          content: JSON.stringify([
            { type: 'content', content: '<antArtifact title="P" type="text/html"><p></antArtifact>' },
          ]),
        },
      },
    ]),
    [text('\n\n**P**\n\n```html\n<p>\n```\n\n')],
  ],
  [
    'what the user of big-AGI replied to',
    bigAgiConversation('c', [
      { id: 'q', text: 'Why?', content: { metadata: { inReferenceTo: [{ mrt: 'dmsg', mText: 'It is.' }] } } },
    ]),
    [text('> It is.\n\n'), text('Why?')],
  ],
])('keeps or leaves out %s', (_what, file, parts, remarks = []) => {
  const read = readGood(file)
  expect(read.messages.map((message) => message.parts)).toEqual([parts])
  expect(read.remarks).toEqual(remarks)
})

test('leaves out the memories of Cherry Studio with a warning', () => {
  const given = cherryBackup('t', [{ id: 'a', role, text: 'So.', content: { blocks: ['block-a', 'm'] } }])
  given.indexedDB.message_blocks.push({
    id: 'm',
    messageId: 'a',
    type: 'citation',
    status: 'success',
    memories: [{ memory: 'INJECTED' }],
  } as never)
  expect(readGood(given).remarks).toEqual(['unknownParts'])
})
