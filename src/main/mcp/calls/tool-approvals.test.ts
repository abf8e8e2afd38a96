import { expect, test } from 'vitest'

import { approvalForm, createApprovalBroker } from './tool-approvals'

test("a question shows the whole call, in lines that the agent's text cannot forge", () => {
  const { message } = approvalForm({
    toolName: 'Edit\u001b[2K',
    title: 'safe.txt\n\nIn: /elsewhere',
    folder: '/work\u202e/folder',
    input: { path: 'a\nIn: /elsewhere', note: '\u2066x\u2028In: /elsewhere' },
    changes: [
      { path: 'a\r\nmodified safe.txt', kind: 'modified', patch: '@@ -1 +1 @@\n-a\n+\rmodified safe.txt\n' },
      { path: 'new', kind: 'moved', movedFrom: 'old\u0007' },
    ],
    unlistedChanges: 3,
  })
  expect(message.split('\n').filter((line) => line !== '')).toEqual([
    'The agent wants to use Edit⟨U+001B⟩[2K: safe.txt⟨U+000A⟩⟨U+000A⟩In: /elsewhere',
    'In: /work⟨U+202E⟩/folder',
    '| {',
    String.raw`|   "path": "a\nIn: /elsewhere",`,
    '|   "note": "⟨U+2066⟩x⟨U+2028⟩In: /elsewhere"',
    '| }',
    'modified a⟨U+000D⟩⟨U+000A⟩modified safe.txt',
    '| @@ -1 +1 @@',
    '| -a',
    '| +⟨U+000D⟩modified safe.txt',
    'moved new from old⟨U+0007⟩',
    'and 3 more files, not listed here',
  ])
})

test('a command that is a single string is shown on one line', () => {
  const { message } = approvalForm({ toolName: 'shell', input: 'ls\nIn: /safe' })
  expect(message).toBe(String.raw`The agent wants to use shell` + '\n\n' + String.raw`| "ls\nIn: /safe"`)
})

test('a model’s question says where the call goes and what was read before', () => {
  const { message } = approvalForm({
    toolName: 'web.fetch',
    input: { url: 'https://b.example/' },
    subject: {
      tool: 'web.fetch',
      place: 'b.example\nIn: /safe',
      fingerprint: 'f',
      description: 'Fetches a page.',
      inputSchema: {},
    },
    origin: { tool: 'web.fetch', place: 'a.example\u202e' },
  })
  expect(message.split('\n').slice(0, 5)).toEqual([
    'The model wants to use web.fetch',
    '',
    'With: b.example⟨U+000A⟩In: /safe',
    '',
    'After it read: a.example⟨U+202E⟩',
  ])
})

test('a denied call is reported with its invisible characters visible', async () => {
  const desk = createApprovalBroker(null)
  await desk.request({ toolName: 'Bash', title: 'a\u202eb', input: {} }, new AbortController().signal)
  expect(desk.denied).toEqual(['Bash: a⟨U+202E⟩b (this client cannot ask its user)'])
})
