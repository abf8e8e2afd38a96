import type { RunEventBody } from '../../../src/shared/runs/events.ts'
import type { ConsentSubject } from '../../../src/shared/tools/tools.ts'
import { called } from '../../../e2e/helpers/pages/scripted-run.ts'

type Request = Omit<Extract<RunEventBody, { type: 'approval-request' }>, 'type' | 'approvalId' | 'toolCallId'>

/** A call that waits for the user. */
function asked(toolCallId: string, request: Request): RunEventBody[] {
  const { toolName, input, title, kind } = request
  return [
    {
      type: 'tool-call',
      toolCallId,
      toolName,
      input,
      ...(title === undefined ? {} : { title }),
      ...(kind === undefined ? {} : { kind }),
    },
    { type: 'approval-request', approvalId: `approval of ${toolCallId}`, toolCallId, ...request },
  ]
}

function subject(tool: string, place: string, description: string): ConsentSubject {
  const properties = { sql: { type: 'string' }, limit: { type: 'integer' } }
  return { tool, place, fingerprint: 'f', description, inputSchema: { type: 'object', properties } }
}

const editPatch = `@@ -1,4 +1,4 @@
 # Tea
 
-Green tea steeps for three minutes at 80 °C.
+Green tea steeps for two minutes at 75 °C.
 Black tea steeps for four minutes.
`

/** A page that a model wants to fetch after it read another one. */
export const askingForPage: RunEventBody[] = [
  { type: 'text-delta', text: 'The page refers to a second one.' },
  ...asked('fetch', {
    toolName: 'web.fetch',
    title: 'Fetch https://collect.example/?q=opening+hours&from=notes',
    kind: 'fetch',
    input: { url: 'https://collect.example/?q=opening+hours&from=notes' },
    subject: subject('web.fetch', 'collect.example', 'Fetches a page.'),
    origin: { tool: 'web.fetch', place: 'tea-house.example' },
  }),
]

/** A tool of a server that says that it destroys, and a change of a file. */
export const askingForServer: RunEventBody[] = [
  { type: 'text-delta', text: 'I look for the old rows and delete them.' },
  ...asked('query', {
    toolName: 'mcp:postgres/execute_sql',
    title: 'postgres: Execute SQL',
    input: { sql: "DELETE FROM orders WHERE created_at < now() - interval '2 years'", limit: 500 },
    subject: subject('mcp:postgres/execute_sql', 'postgres', 'Runs any statement on the database.'),
    hints: { isDestructive: true },
    origin: { tool: 'mcp:postgres/list_tables', place: 'postgres' },
  }),
  ...asked('edit', {
    toolName: 'files.edit',
    title: 'Edit notes/tea.md',
    kind: 'edit',
    input: { path: 'notes/tea.md' },
    folder: '/home/ada/documents/recipes',
    changes: [{ path: 'notes/tea.md', kind: 'modified', patch: editPatch, added: 1, removed: 1 }],
    subject: subject('files.edit', '/home/ada/documents/recipes', 'Edits a file.'),
  }),
]

const longPath = `notes/${'a-folder-with-a-long-name/'.repeat(8)}tea.md`

/** Cards that try to hide what they are about: long paths and hosts, and input that would freeze a window. */
export const hostileCards: RunEventBody[] = [
  { type: 'text-delta', text: 'The page says to do this.' },
  ...asked('act', {
    toolName: 'mcp:files/act',
    title: 'files: Act',
    input: {
      wipe: '/home/ada',
      same: '\u200b'.repeat(240_000),
      inTurn: 'a\u200b'.repeat(60_000),
      kinds: '\u202e\u2066\u{e0041}'.repeat(20_000),
      marks: `z${'\u0301'.repeat(300)}`,
      lines: 'x\n'.repeat(100_000),
      word: 'w'.repeat(500_000),
    },
    subject: subject('mcp:files/act', 'files', 'Acts.'),
    origin: { tool: 'web.fetch', place: 'tea-house.example' },
    earlierOrigins: [
      { tool: 'attachment', place: 'letter-to-the-tax-office.pdf' },
      { tool: 'knowledge', place: 'Recipes/tea.md' },
    ],
  }),
  ...asked('edit', {
    toolName: 'files.edit',
    title: `Edit ${longPath}`,
    kind: 'edit',
    input: { path: longPath },
    folder: `/home/ada/documents/${'recipes-for-every-day/'.repeat(8)}tea`,
    changes: [{ path: longPath, kind: 'modified', patch: editPatch, added: 1, removed: 1 }],
    subject: subject('files.edit', '/home/ada/documents', 'Edits a file.'),
  }),
  ...asked('move', {
    toolName: 'files.move',
    kind: 'edit',
    input: { from: longPath, to: `${longPath}.bak` },
    changes: [{ path: `${longPath}.bak`, movedFrom: longPath, kind: 'moved' }],
    subject: subject('files.edit', '/home/ada/documents', 'Edits a file.'),
  }),
]

const tables = `${Array.from({ length: 40 }, (_, index) => `{"table": "orders_${2000 + index}", "rows": ${index * 1204}}`).join('\n')}\n`

/** Calls of every kind and end. */
export const manyCalls: RunEventBody[] = [
  { type: 'text-delta', text: 'I look it up, and compare it with what your notes say.' },
  ...called(
    'search',
    { toolName: 'web.search', kind: 'search', input: { query: 'green tea water temperature' } },
    '1. Brewing green tea\nhttps://tea-house.example/brewing',
  ),
  ...called(
    'page',
    { toolName: 'web.fetch', kind: 'fetch', input: { url: 'https://tea-house.example/brewing' } },
    'Content of https://tea-house.example/brewing',
  ),
  ...called(
    'tables',
    { toolName: 'mcp:postgres/list_tables', title: 'postgres: List tables', input: { schema: 'public' } },
    tables,
  ),
  ...called(
    'weather',
    { toolName: 'mcp:weather/get_forecast', title: 'weather: Get forecast', input: { city: 'Bern' } },
    'weather did not answer within 120 s.',
    true,
  ),
  ...called(
    'code',
    {
      toolName: 'code.run',
      kind: 'execute',
      input: { code: 'const celsius = (167 - 32) / 1.8\nMath.round(celsius)' },
    },
    '75',
  ),
  {
    type: 'tool-call',
    toolCallId: 'shared',
    toolName: 'mcp:notes/find',
    title: 'notes: Find',
    input: { query: 'tea' },
  },
  {
    type: 'tool-result',
    toolCallId: 'shared',
    output: 'notes/tea.md: Green tea steeps for three minutes.',
    isShared: true,
    durationMs: 412,
  },
  ...asked('denied', {
    toolName: 'mcp:mail/send',
    title: 'mail: Send',
    input: { to: 'ada@example.com', text: 'Tea is ready.' },
    subject: subject('mcp:mail/send', 'mail', 'Sends a mail.'),
  }),
  { type: 'approval-answered', approvalId: 'approval of denied', toolCallId: 'denied', decision: 'deny' },
  { type: 'tool-result', toolCallId: 'denied', output: 'The user did not allow this call.', isError: true },
  ...called(
    'edit',
    { toolName: 'files.edit', kind: 'edit', title: 'Edit notes/tea.md', input: { path: 'notes/tea.md' } },
    'Changed notes/tea.md',
  ),
  {
    type: 'tool-update',
    toolCallId: 'edit',
    changes: [{ path: 'notes/tea.md', kind: 'modified', patch: editPatch, added: 1, removed: 1 }],
  },
  { type: 'text-delta', text: 'Green tea steeps for two minutes at 75 °C [1]. I have corrected your note.' },
  {
    type: 'sources',
    sources: [
      { url: 'https://tea-house.example/brewing', title: 'Brewing green tea' },
      { url: 'https://en.wikipedia.example/wiki/Green_tea?action=history', title: 'Green tea' },
    ],
  },
]

/** A call that is at work. */
export const runningCall: RunEventBody[] = [
  ...manyCalls.slice(0, 5),
  {
    type: 'tool-call',
    toolCallId: 'slow',
    toolName: 'mcp:postgres/export',
    title: 'postgres: Export',
    input: { table: 'orders_2026', format: 'csv' },
  },
  { type: 'tool-output', toolCallId: 'slow', text: '1/4 counting rows\n2/4 writing orders_2026.csv\n' },
]
