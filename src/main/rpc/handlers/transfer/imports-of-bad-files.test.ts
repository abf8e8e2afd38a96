import { gzipSync, strToU8, zipSync } from 'fflate'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { importLimits } from '../../../store/uploads/import-limits'
import { conversationsIn } from '../../../store/transfer/import/reading/read-element'
import { conversationsOfApps } from '../../../store/transfer/import/testing/files-of-apps'
import {
  chatgptConversation,
  claudeConversation,
  type GivenNode,
} from '../../../store/transfer/import/testing/files-of-others'
import { importFile } from '../../testing/import-file'
import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'
import { open, outcome, goodText, refused, taken, titles } from './testing/bad-files'

const withoutConversations: [string, Buffer | string][] = [
  ['nothing at all', ''],
  ['text', 'Dear diary'],
  ['a web page', '<!doctype html><title>conversations</title>'],
  ['a list of nothing', '[]'],
  ['a list of numbers', '[1,2,3]'],
  ['objects of somebody else', '[{"a":1},{"b":[]}]'],
  ['a conversation that is cut off', goodText.slice(0, -20)],
  ['random bytes', Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7919) % 256))],
  ['a ZIP of nothing', Buffer.from(zipSync({}))],
  ['a ZIP of pictures', Buffer.from(zipSync({ 'a.png': new Uint8Array(99) }))],
  [
    'a ZIP that is cut off',
    Buffer.from(zipSync({ 'conversations.json': strToU8(`[${goodText}]`) })).subarray(0, -30),
  ],
  [
    'a ZIP in a ZIP',
    Buffer.from(zipSync({ 'export.zip': zipSync({ 'conversations.json': strToU8(`[${goodText}]`) }) })),
  ],
]

test('refuses a file without conversations with an explanation, and stores nothing', async () => {
  const parley = await open()
  for (const [name, content] of withoutConversations) {
    const result = await importFile(parley, content)
    expect([name, outcome(result)]).toEqual([name, refused])
    expect([name, result.end.error?.message]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
  }
  expect(await titles(parley)).toEqual([])
})

test('imports what is complete in a truncated file, and reports the rest', async () => {
  const parley = await open()
  const inMiddle = await importFile(parley, `[${goodText},${goodText.slice(0, 100)}`)
  expect(outcome(inMiddle)).toEqual(
    taken({
      skipped: [
        '1: The file ends too early, so its last entry is incomplete. Export it again to get the rest.',
      ],
    }),
  )
  const between = await importFile(parley, `[${JSON.stringify(chatgptConversation('b', [{ id: 'q' }]))},`)
  expect(outcome(between)).toEqual(
    taken({ remarks: ['1: The file ends too early. Export it again to get the rest.'] }),
  )
})

test('counts conversations that cannot be stored with their reasons, and imports the others', async () => {
  const parley = await open()
  const circle = chatgptConversation('circle', [
    { id: 'a', parent: 'b' },
    { id: 'b', parent: 'a' },
  ])
  const deepInput = { type: 'tool_use', id: 't', name: 'n', input: 'deep' }
  const elements = [
    goodText,
    JSON.stringify(circle),
    '{"title":"Broken","mapping":{"a":}}',
    JSON.stringify({ title: 'Typed', mapping: 'none' }),
    JSON.stringify({ name: 'Typed too', chat_messages: [{ uuid: 5 }] }),
    JSON.stringify(chatgptConversation('empty', [])),
    '"text"',
    JSON.stringify(claudeConversation('nested', [{ id: 'm', content: deepInput }])).replace(
      '"deep"',
      '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
    ),
  ]
  const result = await importFile(parley, `[${elements.join(',')}]`)
  expect(outcome(result)).toMatchObject({ end: 'completed', imported: 3 })
  expect(new Map(result.summary?.skipped.map(({ reason, examples }) => [reason, examples]))).toEqual(
    new Map([
      ['It is not valid JSON.', ['Broken']],
      ['It is not a valid ChatGPT export: “mapping” is missing or has the wrong type.', ['Typed']],
      ['Some messages are not valid and were skipped.', ['Typed too']],
      ['It has no messages.', ['Chat empty']],
      ['It is not from Parley or another app that Parley can import.', []],
    ]),
  )
  expect(result.summary?.remarks).toMatchObject([
    { reason: 'Its values are nested more than 240 levels deep.', examples: ['Chat nested'] },
    {
      reason: 'Some messages reply to each other in a circle. The first of them starts a new branch.',
      examples: ['Chat circle'],
    },
  ])
  expect((await titles(parley)).toSorted()).toEqual(['Chat circle', 'Chat good', 'Chat nested'])
})

const placeholder = 'a long text'

/** The JSON of a conversation with a long text in place of the placeholder: as a string it would take three copies. */
function withLongText(before: string, conversation: object, textBytes: number): Buffer[] {
  const [start = '', end = ''] = JSON.stringify(conversation).split(placeholder)
  return [Buffer.from(before + start), Buffer.alloc(textBytes, 'x'), Buffer.from(end)]
}

test(
  'leaves out and reports a message and a conversation that are too large',
  async () => {
    const parley = await open()
    const large = [
      { id: 'q', text: placeholder },
      { id: 'a', text: 'an answer' },
    ]
    const file = Buffer.concat([
      ...withLongText('[', chatgptConversation('large', large), importLimits.messageBytes),
      ...withLongText(
        ',',
        chatgptConversation('larger', [{ id: 'q', text: placeholder }]),
        importLimits.conversationBytes,
      ),
      Buffer.from(`,${goodText}]`),
    ])
    const result = await importFile(parley, file)
    expect(outcome(result)).toEqual(
      taken({
        imported: 2,
        skipped: ['1: It is larger than 64 MB.'],
        remarks: ['1: Some messages are too large for Parley and were skipped.'],
      }),
    )
    expect(result.summary?.remarks.map(({ examples }) => examples)).toEqual([['Chat large']])
  },
  scaledTimeout(30_000),
)

test('imports messages whose parents are missing as separate branches, and reports it', async () => {
  const parley = await open()
  const orphaned = chatgptConversation('orphaned', [{ id: 'a' }, { id: 'b', parent: 'gone' }])
  expect(outcome(await importFile(parley, JSON.stringify([orphaned])))).toEqual(
    taken({
      remarks: ['1: Some messages reply to a message that is not in the file. They start new branches.'],
    }),
  )
})

test('keeps lone surrogates and NUL in text, and replaces them in titles and names', async () => {
  const parley = await open()
  const text = 'a\ud800b\0c\udfff'
  const odd = chatgptConversation('odd', [{ id: 'q\ud800', text }, { id: 'q\ud801' }], {
    title: 'T\0i\ud800t',
  })
  const { summary } = await importFile(parley, JSON.stringify([odd]))
  const [sessionId] = summary?.sessionIds ?? []
  if (sessionId === undefined) throw new Error('the file was not imported')
  const { session, messages } = await parley.invoke('sessions.get', { sessionId })
  expect(session.title).toBe('T i\ufffdt')
  expect(messages.map(({ parts }) => parts)[0]).toEqual([{ type: 'text', text }])
  expect(messages.length).toBe(2)
})

test(
  'imports a chain of 12,000 messages in full',
  async () => {
    const parley = await open()
    const nodes: GivenNode[] = Array.from({ length: 12_000 }, (_, index) => ({ id: `n${index}`, text: 't' }))
    const result = await importFile(parley, JSON.stringify([chatgptConversation('tall', nodes)]))
    expect(outcome(result)).toEqual(taken({}))
    const [sessionId] = result.summary?.sessionIds ?? []
    if (sessionId === undefined) throw new Error('the file was not imported')
    expect((await parley.invoke('sessions.status', { sessionId })).messageCount).toBe(12_000)
  },
  scaledTimeout(60_000),
)

test(
  'no tree of any app, even with cycles and missing parents, aborts the import',
  async () => {
    const parley = await open()
    const ids = fc.constantFrom('root', 'a', 'b', 'c', 'd', 'gone')
    const trees = fc.sample(
      fc.uniqueArray(fc.record({ id: ids, parent: fc.option(ids), text: fc.string() }), {
        selector: ({ id }) => id,
      }),
      { numRuns: 50, seed: 1 },
    )
    const chats = trees.flatMap((nodes, index) =>
      Object.values(conversationsOfApps).map((conversation) => conversation(`t${index}`, nodes)),
    )
    const count = chats.flatMap((chat) => [...conversationsIn(chat)]).length
    const { summary, end } = await importFile(parley, JSON.stringify(chats))
    const skippedCount = summary?.skipped.reduce((sum, skip) => sum + skip.count, 0) ?? 0
    expect([end.reason, (summary?.importedCount ?? 0) + skippedCount]).toEqual(['completed', count])
  },
  scaledTimeout(30_000),
)

test('keeps the letters of a Latin-1 file', async () => {
  const parley = await open()
  const spoken = chatgptConversation('x', [{ id: 'q', text: 'Grüße' }], { title: 'Überblick' })
  expect(outcome(await importFile(parley, Buffer.from(JSON.stringify([spoken]), 'latin1')))).toEqual(
    taken({}),
  )
  expect(await titles(parley)).toEqual(['Überblick'])
})

test('one broken byte in UTF-8 costs one character of one chat, and is reported', async () => {
  const parley = await open()
  const texts = [
    chatgptConversation('x', [{ id: 'q', text: 'Grüße aus Köln' }], { title: 'Überblick' }),
    JSON.parse(goodText),
  ]
  const bytes = Buffer.from(JSON.stringify(texts))
  bytes[bytes.indexOf('Köln') + 3] = 0xff
  const { summary } = await importFile(parley, bytes)
  expect(summary?.remarks).toMatchObject([{ code: 'lostCharacters', count: 1, examples: ['Überblick'] }])
  const found = await parley.invoke('sessions.get', { sessionId: summary?.sessionIds[0] ?? '' })
  expect(found.session.title).toBe('Überblick')
  expect(found.messages[0]?.parts).toEqual([{ type: 'text', text: 'Grüße aus Kö\ufffdn' }])
})

test('reads UTF-16 without a byte order mark, even when its first letters are not Latin', async () => {
  const parley = await open()
  const { title, ...rest } = chatgptConversation('x', [{ id: 'q', text: 'Как дела?' }], { title: 'Привет' })
  const chat = { title, ...rest }
  await importFile(parley, Buffer.from(JSON.stringify([chat]), 'utf16le'))
  expect(await titles(parley)).toEqual(['Привет'])
})

test('skips a Parley chat with megabytes for a value that every list would include', async () => {
  const parley = await open()
  const { session } = await parley.invoke('sessions.create', { title: 'Own' })
  const { content } = await parley.invoke('sessions.export', { sessionId: session.id, format: 'json' })
  const longest = { title: 10_000, model: 10_000, workspace: 10_000, systemPrompt: 1_000_000 }
  for (const [field, limit] of Object.entries(longest)) {
    const swollen = { ...(JSON.parse(content) as object), title: 'Own', [field]: 'x'.repeat(5_000_000) }
    expect(outcome(await importFile(parley, JSON.stringify(swollen)))).toEqual(
      taken({
        imported: 0,
        skipped: [`1: “${field}” has 5000000 characters, but the maximum is ${limit}.`],
      }),
    )
  }
})

/** Files that only lead to the chats, and the names that their explanations contain. */
const leadingElsewhere: Record<string, [content: string | Buffer, names: string]> = {
  'a ZIP of ZIPs': [
    Buffer.from(
      zipSync({
        'parts/media.zip': new Uint8Array(9),
        'parts/conversations-0.zip': zipSync({ 'conversations.json': strToU8(`[${goodText}]`) }),
      }),
    ),
    'conversations-0.zip, media.zip.',
  ],
  'a ZIP with an archive of another kind': [
    Buffer.from(zipSync({ 'chats.tar.gz': gzipSync(strToU8(goodText)) })),
    'chats.tar.gz.',
  ],
  'an archive of another kind': [Buffer.from(gzipSync(strToU8(goodText))), 'This archive is not a ZIP.'],
  'a page of another app': [
    '<html><script>var jsonData = []</script></html>',
    'the JSON file of its export.',
  ],
  'a list of the parts of an export': [
    JSON.stringify({ version: 1, parts: [{ url: 'https://example.org/d/data-batch-0000.zip?key=1' }] }),
    'data-batch-0000.zip.',
  ],
  'a list of its files': [
    JSON.stringify([{ path: 'export/conversations-000.json' }, 'export/users.json']),
    'conversations-000.json.',
  ],
  'a list of very many': [
    JSON.stringify(Array.from({ length: 200_000 }, (_, index) => `part-${index}.zip`)),
    'part-0.zip, part-1.zip, part-10.zip ….',
  ],
}

test.each(Object.entries(leadingElsewhere))(
  'says which file to choose instead of %s',
  async (_name, [content, names]) => {
    const { end } = await importFile(await open(), content)
    expect(end.error?.message).toContain(names)
  },
)

test('imports the chats beside a ZIP, and names the ZIP', async () => {
  const file = Buffer.from(
    zipSync({
      'conversations.json': strToU8(`[${goodText}]`),
      'more.zip': new Uint8Array(9),
      'file-abc123-sent.zip': new Uint8Array(9),
    }),
  )
  expect(outcome(await importFile(await open(), file))).toEqual(
    taken({ remarks: [expect.stringContaining(': more.zip.'), expect.stringContaining('no chat refers')] }),
  )
})
