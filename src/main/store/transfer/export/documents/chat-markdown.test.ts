import { Lexer } from 'marked'
import { expect, test } from 'vitest'

import type { Message, Part } from '../../../../../shared/sessions/messages'
import { asMessage, asSession } from '../../../testing/test-store'
import { chatMarkdown } from './chat-markdown'
import type { StoredChat } from '../contents/stored-chat'
import { wordingIn } from './wording'

function chat(messages: readonly Partial<Message>[], title: string | null = null): StoredChat {
  const path = messages.map((given): Message => ({
    id: asMessage('m'),
    sessionId: asSession('s'),
    parentId: null,
    role: 'user',
    parts: [],
    status: 'complete',
    createdAt: 0,
    ...given,
  }))
  return {
    head: {
      id: asSession('s'),
      title,
      titleSource: title === null ? 'none' : 'user',
      model: 'demo/writer',
      workspace: null,
      systemPrompt: null,
      params: {},
      pinned: false,
      archived: false,
      createdAt: 0,
      updatedAt: 0,
      leafPosition: null,
      project: null,
    },
    tree: () => path.values() as Generator<Message>,
    path: () => path.values() as Generator<Message>,
  }
}

const text = (value: string): Part => ({ type: 'text', text: value })
const markdownOf = (of: StoredChat) => [...chatMarkdown(of, wordingIn('en'))].join('')

/** The headings that name the author of a message, as Markdown parses them. */
function speakers(markdown: string): string[] {
  return new Lexer({ gfm: true })
    .lex(markdown)
    .flatMap((token) => (token.type === 'heading' && token['depth'] === 2 ? [String(token['text'])] : []))
}

test('shows who wrote what, with reasoning and tool calls folded in place', () => {
  const markdown = markdownOf(
    chat(
      [
        { parts: [text('Add 1 and 2.')] },
        {
          role: 'assistant',
          model: 'demo/writer',
          status: 'partial',
          stopReason: 'user',
          parts: [
            { type: 'reasoning', text: 'Two numbers.\n\nSmall ones.', durationMs: 1_500 },
            { type: 'reasoning', text: '', durationMs: 10, providerData: { a: { signature: 'kept' } } },
            { type: 'tool-call', toolCallId: 'c', toolName: 'add_up', input: { a: 1, b: 2 }, state: 'done' },
            { type: 'tool-result', toolCallId: 'c', output: 'it is ```3```' },
            text('It is **3**.'),
            { type: 'error', code: 'PROVIDER_OVERLOADED', message: 'Busy\nnow' },
          ],
        },
      ],
      'Sums *and* more',
    ),
  ).replaceAll(/1 January 1970[^*\n]*/g, 'TIME')
  expect(markdown).toBe(`# Sums \\*and\\* more

- Started: TIME
- Last change: TIME
- Model: demo/writer

## You

*TIME*

Add 1 and 2.

## demo/writer

*TIME*

> **Thought for 1.5 s**
>
> Two numbers.
>
> Small ones.

**Tool call: add\\_up (done)**

\`\`\`json
{
  "a": 1,
  "b": 2
}
\`\`\`

**Output**

\`\`\`\`text
it is \`\`\`3\`\`\`
\`\`\`\`

It is **3**.

> **Error:** Busy now

*Stopped.*
`)
})

test('only the excerpts that the answer cites are listed, with its numbers', () => {
  const excerpts = ['a.md', 'b.md', 'c.md'].map((name) => ({
    name,
    hash: name,
    passage: { text: `Of ${name}`, firstLine: 1, lastLine: 2 },
  }))
  const answer = (said: string) =>
    markdownOf(chat([{ role: 'assistant', parts: [{ type: 'knowledge', excerpts }, text(said)] }]))
  expect(answer('Tea [1], coffee [3].')).toContain(
    '- [1] a.md, lines 1–2\n\n> ```\n> Of a.md\n> ```\n- [3] c.md, lines 1–2\n\n> ```\n> Of c.md\n> ```\n',
  )
  expect(answer('Tea.')).not.toContain('.md')
})

test('an answer cut off in a code block does not swallow what follows', () => {
  const cutOff = [
    '```js\nlet a',
    '~~~~\n~~~\nstill code',
    '````\n```\nstill code',
    'text\n<!-- a comment',
    '<pre>\n\nnot ended',
    '<script>\nlet a',
    '  ```\nindented',
  ]
  for (const open of cutOff) {
    const markdown = markdownOf(chat([{ parts: [text(open)] }, { role: 'assistant', parts: [text('next')] }]))
    expect(speakers(markdown), open).toEqual(['You', 'Assistant'])
  }
})

test('leaves a closed block, or a text without one, as written', () => {
  for (const whole of ['```\na\n```', '``` a`b ```', 'a <!-- b', '<!-- a -->', '    ```\n    code', '']) {
    const markdown = markdownOf(chat([{ parts: [text(whole)] }]))
    expect(markdown.endsWith(whole === '' ? '*\n' : `\n\n${whole}\n`), whole).toBe(true)
  }
})

test('labels the answer to a form', () => {
  expect(speakers(markdownOf(chat([{ hidden: true, parts: [text('{}')] }])))).toEqual(['You, in a form'])
})

test('what an agent sent after its answer has a heading of its own', () => {
  const parts: Part[] = [text('Now.'), { type: 'text', text: 'And then.', isLate: true }]
  expect(markdownOf(chat([{ role: 'assistant', parts }]))).toContain('Now.\n\n**Came later**\n\nAnd then.\n')
})

test('sources are numbered links that their content cannot break, and an empty answer says so', () => {
  const sources: Part = {
    type: 'sources',
    sources: [{ url: 'https://a.example/>x', title: 'A](b) <i>' }, { url: 'https://b.example/' }],
  }
  const answer = { role: 'assistant', stopReason: 'end' } as const
  const written = markdownOf(chat([{ ...answer, parts: [text('So [1].'), sources] }, answer]))
  expect(written).toContain(
    '1. [A\\](b) \\<i\\>](<https://a.example/%3Ex>)\n2. [https://b.example/](<https://b.example/>)',
  )
  expect(written).toContain('*The model returned an empty answer.*')
})
