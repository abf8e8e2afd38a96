import { describe, expect, test } from 'vitest'

import type { Message, Part } from '../../../../../shared/sessions/messages'
import { hostileMarkdown } from '../../../testing/hostile-markdown'
import { asMessage, asSession } from '../../../testing/test-store'
import { chatHtml, type EmbedFile } from './chat-html'
import { markdownHtml as htmlOf } from './markdown-html'
import { noTools } from './page-tools'
import type { StoredChat } from '../contents/stored-chat'
import { wordingIn } from './wording'

const wording = wordingIn('en')
const markdownHtml = (markdown: string) => htmlOf(markdown, { tools: noTools, wording })

/** Every element allowed in a page, with its attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  meta: ['charset', 'http-equiv', 'content', 'name'],
  title: [],
  style: [],
  body: [],
  main: [],
  header: [],
  article: ['class'],
  h1: ['lang'],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  p: ['class', 'lang'],
  div: ['class', 'lang'],
  ul: [],
  ol: ['start'],
  li: ['lang', 'value'],
  blockquote: [],
  pre: ['tabindex', 'lang'],
  code: ['hidden'],
  button: ['type', 'class', 'hidden'],
  table: ['tabindex'],
  thead: [],
  tbody: [],
  tr: [],
  th: ['class'],
  td: ['class'],
  hr: [],
  br: [],
  strong: [],
  em: [],
  del: [],
  a: ['href', 'rel'],
  details: ['class'],
  summary: [],
  time: ['datetime'],
}

/** Finds everything in `html` that is neither text nor an allowed tag in its only form. Browsers parse nothing else as a tag. */
function foreign(html: string): string[] {
  const found: string[] = []
  const text = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g,
    (tag, _slash, name, rest) => {
      const attributes = allowed[String(name)]
      if (attributes === undefined) return tag
      for (const [, attribute, value] of String(rest).matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
        if (!attributes.includes(attribute ?? '')) found.push(tag)
        if (attribute === 'href' && !/^(?:https?:\/\/|mailto:)/.test(value ?? '')) found.push(tag)
      }
      return ''
    },
  )
  for (const [rest] of text.matchAll(/[<>].{0,40}/g)) found.push(rest)
  return found
}

function message(role: Message['role'], parts: Part[]): Message {
  return {
    id: asMessage('m'),
    sessionId: asSession('s'),
    parentId: null,
    role,
    parts,
    status: 'complete',
    createdAt: 0,
  }
}

function page(
  given: { title?: string; model?: string; systemPrompt?: string; messages?: Message[] },
  embedFile: EmbedFile = () => null,
): string {
  const chat: StoredChat = {
    head: {
      id: asSession('s'),
      title: given.title ?? null,
      titleSource: 'none',
      model: given.model ?? null,
      workspace: null,
      systemPrompt: given.systemPrompt ?? null,
      params: {},
      pinned: false,
      archived: false,
      createdAt: 0,
      updatedAt: 0,
      leafPosition: null,
      project: null,
    },
    tree: () => (given.messages ?? []).values() as Generator<Message>,
    path: () => (given.messages ?? []).values() as Generator<Message>,
  }
  const html = [...chatHtml(chat, { embedFile, tools: noTools, wording })].join('')
  // The page's own style and doctype contain nothing from messages.
  return html.replace(/^<!doctype html>/, '').replaceAll(/<style>[^<]*<\/style>/g, '')
}

/** Without the script of the viewer, which precedes everything from messages. */
function withoutViewer(html: string): string {
  return html.replace(/(?<=^[^]{0,500}'unsafe-inline'[^]{0,200})<script>[^]*?<\/script>/, '')
}

test('only the excerpts that the answer cites are listed, with its numbers', () => {
  const excerpts = ['a.md', 'b.md', '<c>.md'].map((name) => ({ name, hash: name }))
  const html = (said: string) =>
    page({
      messages: [
        message('assistant', [
          { type: 'knowledge', excerpts },
          { type: 'text', text: said },
        ]),
      ],
    })
  expect(html('Tea [1], coffee [3].')).toContain(
    '<ol><li value="1">a.md</li><li value="3">&lt;c&gt;.md</li></ol>',
  )
  expect(html('Tea.')).not.toContain('.md')
})

test('covers enough kinds of attack', () => {
  expect(new Set(hostileMarkdown).size).toBeGreaterThanOrEqual(40)
})

for (const hostile of hostileMarkdown) {
  test(`renders only harmless elements for ${JSON.stringify(hostile)}`, () => {
    expect(foreign(markdownHtml(hostile))).toEqual([])
    const everywhere = page({
      title: hostile,
      model: hostile,
      systemPrompt: hostile,
      messages: [
        message('user', [{ type: 'text', text: hostile }]),
        { ...message('assistant', [{ type: 'text', text: hostile }]), model: hostile },
        message('assistant', [
          { type: 'reasoning', text: hostile },
          {
            type: 'tool-call',
            toolCallId: hostile,
            toolName: hostile,
            input: { [hostile]: hostile },
            state: 'done',
          },
          { type: 'tool-result', toolCallId: hostile, output: hostile, isError: true },
          { type: 'attachment', attachmentId: hostile, name: hostile, mediaType: hostile, sizeBytes: 1 },
          { type: 'form', formId: hostile, title: hostile, schema: {}, values: { [hostile]: hostile } },
          { type: 'error', code: 'INTERNAL', message: hostile },
        ]),
      ],
    })
    expect(foreign(withoutViewer(everywhere))).toEqual([])
  })
}

test('attacks combined in one message remain harmless', () => {
  for (const separator of ['', '\n', '\n\n', ' | ']) {
    expect(foreign(markdownHtml(hostileMarkdown.join(separator)))).toEqual([])
  }
})

test('renders harmless Markdown as intended', () => {
  expect(
    markdownHtml(
      '# A\n\n**b** _c_ ~~d~~ `e<f>` &copy; &amp; <b>g</b>\n\n- [x] h\n\n![i](https://a.example/i.png)',
    ),
  ).toBe(
    '<h3>A</h3><p><strong>b</strong> <em>c</em> <del>d</del> <code>e&lt;f&gt;</code> &copy; &amp; &lt;b&gt;g&lt;/b&gt;</p>' +
      '<ul><li>☑ h</li></ul>' +
      '<p><a href="https://a.example/i.png" rel="noopener noreferrer nofollow">Image: i</a></p>',
  )
})

test('keeps the parameters of a link', () => {
  expect(markdownHtml('[x](https://a.example/?a=1&amp;b=2&c=3)')).toContain(
    'href="https://a.example/?a=1&amp;b=2&amp;c=3"',
  )
})

test('shows a text nested deeper than the stack allows as written', () => {
  const deep = `${'>'.repeat(30_000)} deep`
  expect(markdownHtml(deep)).toBe(`<p class="plain">${'&gt;'.repeat(30_000)} deep</p>`)
})

test('shows a paragraph of nested emphasis, which would take minutes to parse, as written', () => {
  const marks = '_a_'.repeat(100_000)
  expect(markdownHtml(marks)).toBe(`<p class="plain">${marks}</p>`)
  expect(markdownHtml('_a_\n\n'.repeat(3_000))).toBe('<p><em>a</em></p>'.repeat(3_000))
})

test('forbids scripts, requests and frames before any content of the chat', () => {
  const html = page({ title: 'A title', messages: [] })
  const policy = html.indexOf('default-src &#39;none&#39;') + html.indexOf("default-src 'none'")
  expect(policy).toBeGreaterThan(0)
  expect(policy).toBeLessThan(html.indexOf('A title'))
})

test('includes the folded text of a text file, and only the name of other files', () => {
  const [text, other] = ['note.txt', 'report.pdf'].map((name): Part => ({
    type: 'attachment',
    attachmentId: name,
    name,
    mediaType: 'text/plain',
    sizeBytes: 5,
  }))
  if (text === undefined || other === undefined) throw new Error('expected two files')
  const html = page({ messages: [message('user', [text, other])] }, ({ name }) =>
    name === 'note.txt' ? { kind: 'text', text: 'a <b> c' } : null,
  )
  expect(html).toContain(
    '<details><summary>Attachment: note.txt (text/plain, 5 bytes)</summary><pre tabindex="0" lang="und"><code>a &lt;b&gt; c</code></pre></details>',
  )
  expect(html).toContain('<p class="note">Attachment: report.pdf')
  expect(foreign(html)).toEqual([])
})

const answer = (text: string) => page({ messages: [message('assistant', [{ type: 'text', text }])] })

describe('pages of answers', () => {
  test('a page without anything to show has no script, and neither has one of a component', () => {
    expect(answer('```js\nlet a\n```')).not.toContain('<script>')
    const component = answer('```tsx\nexport default () => <b />\n```')
    expect(component).not.toContain('<script>')
    expect(component).toContain('This component runs only in Parley.')
  })

  test('HTML and SVG have a hidden button below their source, and blocks that belong together one document', () => {
    const html = answer(
      '```html\n<p id="a">\n```\n\n```js\na.title = "</script>"\n```\n\n```svg\n<svg></svg>\n```',
    )
    const [, ...buttons] = html.split('class="show-page" hidden="">')
    expect(buttons.map((rest) => rest.slice(0, rest.indexOf('</p>')))).toEqual([
      expect.stringContaining('a.title'),
      'Show page</button>',
    ])
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    // No script that follows the viewer may run.
    expect(html.slice(html.indexOf('</script>'))).toContain("script-src 'none'")
  })
})
