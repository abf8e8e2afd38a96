import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import type { Message, Part, ToolCallPart } from '../../../shared/sessions/messages'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { createAppState } from '../../state/app/app-state'
import { AppStateContext } from '../../state/app/use-app'
import { FakeEnvironment } from '../../testing/fake-parley'
import { sessionId } from '../../testing/run-events'
import { AnswerParts } from './answer-parts'
import { CallList } from '../tool-calls/call-list'
import { LazyApprovalCard } from '../approvals/lazy-approval-card'
import { answerItems } from '../tool-calls/answer-items'

const call = (toolCallId: string, fields: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'Bash',
  input: {},
  state: 'done',
  ...fields,
})

function markupOf(
  parts: Part[],
  status: Message['status'] = 'complete',
  more: Partial<Message> = {},
): string {
  const message: Message = {
    id: 'answer' as MessageId,
    sessionId,
    parentId: null,
    role: 'assistant',
    parts,
    status,
    createdAt: 0,
    ...more,
  }
  return inApp(<AnswerParts message={message} actions={{ onOpenSettings: () => {} }} />)
}

function inApp(element: React.ReactNode): string {
  const app = createAppState(new FakeEnvironment(), '')
  return renderToStaticMarkup(<AppStateContext value={app}>{element}</AppStateContext>)
}

test('a command is expanded while it runs and collapsed once it is done', () => {
  const command = call('a', { kind: 'execute', input: { command: 'npm test' }, output: 'one line\n' })
  expect(markupOf([{ ...command, state: 'running' }], 'streaming')).toContain('one line')
  const done = markupOf([command, { type: 'tool-result', toolCallId: 'a', output: { exitCode: 2 } }])
  expect(done).toContain('npm test')
  expect(done).toContain('Exit 2')
  expect(done).not.toContain('one line')
})

test('shows output after the end of an answer as a separate block with a heading', () => {
  const markup = markupOf([
    { type: 'text', text: 'Now.' },
    { type: 'text', text: 'And *then*.', isLate: true },
  ])
  expect(markup).toMatch(/Now\..*<section[^>]*aria-label="Came later"><h3>Came later<\/h3>.*<em>then<\/em>/s)
})

test('never interprets paths, commands, outputs or diffs from agents as HTML', () => {
  const evil = '<img src=x onerror=alert(1)>'
  const markup = markupOf(
    [
      call('a', { kind: 'execute', state: 'running', input: { command: evil, cwd: evil }, output: evil }),
      call('b', {
        kind: 'edit',
        state: 'running',
        changes: [{ path: evil, kind: 'modified', patch: `@@ -1 +1 @@ ${evil}\n-${evil}\n+${evil}\n` }],
      }),
      { type: 'plan', entries: [{ text: evil, status: 'pending' }] },
      call('c', { kind: 'read', input: { path: evil } }),
    ],
    'streaming',
  )
  expect(markup).not.toContain('<img')
  expect(markup.split('&lt;img').length).toBeGreaterThan(8)
})

test('shows a request from a sub-agent with its command and every decision', async () => {
  await LazyApprovalCard.load()
  const parts: Part[] = [
    call('task', { kind: 'agent' }),
    call('run', { kind: 'execute', state: 'running', parentToolCallId: 'task' }),
  ]
  const approval: ApprovalRequest = {
    approvalId: 'approval',
    toolCallId: 'run',
    toolName: 'Bash',
    kind: 'execute',
    input: { command: 'rm -r build\u202e' },
    folder: '/srv/app',
  }
  const items = answerItems(parts, (id) => id === 'run').filter((item) => item.kind !== 'part')
  const markup = inApp(<CallList items={items} approvalsOf={(id) => (id === 'run' ? [approval] : [])} />)
  for (const text of ['Permission needed', 'rm -r build', 'U+202E', '/srv/app'])
    expect(markup).toContain(text)
  for (const name of ['Allow once', 'Allow in this chat', 'More…', 'Deny']) {
    expect(markup).toContain(`>${name}</button>`)
  }
  expect(markup).not.toContain('autofocus')
  const once = { ...approval, isOnceOnly: true } as const
  const onceMarkup = inApp(<CallList items={items} approvalsOf={(id) => (id === 'run' ? [once] : [])} />)
  expect(onceMarkup).toContain('Allow once')
  expect(onceMarkup).not.toContain('More…')
})

test('shows the decision on a call, and never a denied call as run', () => {
  const denied = call('a', {
    kind: 'execute',
    state: 'failed',
    input: { command: 'rm -r build' },
    approval: 'deny',
  })
  const markup = markupOf([denied])
  expect(markup).toContain('Denied')
  expect(markup).toContain('Not run')
  expect(markup).not.toContain('Failed')
  const remembered = markupOf([{ ...denied, state: 'done', approval: 'always', isApprovalRemembered: true }])
  expect(remembered).toContain('Previously allowed (always)')
})

test('combines consecutive read-only calls into one line', () => {
  const read = (id: string) => call(id, { kind: 'read', input: { file_path: `${id}.ts` } })
  const markup = markupOf([read('a'), read('b'), call('c', { kind: 'search' }), read('d')])
  expect(markup).toContain('Read 3 files · Searched once')
  expect(markup).not.toContain('a.ts')
})

test('renders no empty heading for an answer stopped before its first word', () => {
  const markup = markupOf([{ type: 'text', text: '## Begun\n\nText.\n\n### ' }], 'partial')
  expect(markup.match(/<h\d/g)).toEqual(['<h3'])
})

test('labels an empty answer, but not one that was stopped or has content', () => {
  const nothing = 'The model returned an empty answer'
  const ended = { stopReason: 'end' } as const
  expect(markupOf([], 'complete', ended)).toContain(nothing)
  expect(
    markupOf(
      [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: ' ' },
      ],
      'complete',
      ended,
    ),
  ).toContain(nothing)
  expect(markupOf([{ type: 'text', text: 'So' }], 'complete', ended)).not.toContain(nothing)
  expect(markupOf([], 'streaming')).not.toContain(nothing)
  expect(markupOf([], 'partial', { stopReason: 'user' })).not.toContain(nothing)
})

test('shows sources as a numbered list of links, only for web addresses', () => {
  const markup = markupOf([
    {
      type: 'sources',
      sources: [
        { url: 'https://a.example/', title: '<b>bank.example</b>' },
        { url: 'https://b.example/x' },
        { url: 'javascript:alert(1)', title: 'C' },
      ],
    },
  ])
  expect(markup).toContain('<ol>')
  expect(markup.match(/href="[^"]*"/g)).toEqual(['href="https://a.example/"', 'href="https://b.example/x"'])
  expect(markup).toContain('&lt;b&gt;bank.example&lt;/b&gt;')
  // The title is the page's own.
  expect(markup).toContain('> a.example</span>')
})

test('shows an image in an answer that can be opened', () => {
  const markup = markupOf([
    { type: 'attachment', attachmentId: 'a', name: 'answer.png', mediaType: 'image/png', sizeBytes: 3 },
  ])
  expect(markup).toContain('data-slot="thumbnail"')
})
