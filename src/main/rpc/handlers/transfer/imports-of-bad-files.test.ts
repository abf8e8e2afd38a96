import { strToU8, zipSync, type Zippable } from 'fflate'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { ImportSkip } from '../../../../shared/store/store'
import { importLimits } from '../../../store/uploads/import-limits'
import {
  chatgptConversation,
  claudeConversation,
  type GivenNode,
} from '../../../store/transfer/import/testing/files-of-others'
import { importFile, type ImportOutcome } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { scaledTimeout } from '../../../../../e2e/suite/slowness.ts'

async function open(): Promise<ParleyApi> {
  return connectTo(await startTestApp())
}

function brief(skips: ImportSkip[] = []): string[] {
  return skips.map(({ reason, count }) => `${count}: ${reason}`)
}

/** The end, and what was imported, skipped and remarked. */
function outcome({ end, summary }: ImportOutcome) {
  return {
    end: end.reason === 'completed' ? 'completed' : `${end.reason} ${end.error?.code}`,
    imported: summary?.importedCount ?? null,
    skipped: brief(summary?.skipped),
    remarks: brief(summary?.remarks),
  }
}

const good = chatgptConversation('good', [{ id: 'q', text: 'question' }])
const goodText = JSON.stringify(good)
const refused = { end: 'failed INVALID_INPUT', imported: null, skipped: [], remarks: [] }

function taken(expected: { imported?: number; skipped?: string[]; remarks?: string[] }) {
  return { end: 'completed', imported: 1, skipped: [], remarks: [], ...expected }
}

async function titles(parley: ParleyApi): Promise<string[]> {
  const { sessions } = await parley.invoke('sessions.list', { limit: 500 })
  return sessions.map(({ title }) => title)
}

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
      ['It is not from Parley, ChatGPT or Claude.', []],
    ]),
  )
  expect(result.summary?.remarks).toMatchObject([
    {
      reason: 'Some messages reply to each other in a circle. The first of them starts a new branch.',
      examples: ['Chat circle'],
    },
    { reason: 'Its values are nested more than 240 levels deep.', examples: ['Chat nested'] },
  ])
  expect((await titles(parley)).toSorted()).toEqual(['Chat circle', 'Chat good', 'Chat nested'])
})

test(
  'leaves out and reports a message of 50 MB',
  async () => {
    const parley = await open()
    const large = chatgptConversation('large', [
      { id: 'q', text: 'x'.repeat(50 * 1024 * 1024) },
      { id: 'a', text: 'an answer' },
    ])
    const larger = chatgptConversation('larger', [
      { id: 'q', text: 'x'.repeat(importLimits.conversationBytes) },
    ])
    const result = await importFile(
      parley,
      `[${JSON.stringify(large)},${JSON.stringify(larger)},${goodText}]`,
    )
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
  'imports a chain of 20,000 messages in full',
  async () => {
    const parley = await open()
    const nodes: GivenNode[] = Array.from({ length: 20_000 }, (_, index) => ({ id: `n${index}`, text: 't' }))
    const result = await importFile(parley, JSON.stringify([chatgptConversation('tall', nodes)]))
    expect(outcome(result)).toEqual(taken({}))
    const [sessionId] = result.summary?.sessionIds ?? []
    if (sessionId === undefined) throw new Error('the file was not imported')
    expect((await parley.invoke('sessions.status', { sessionId })).messageCount).toBe(20_000)
  },
  scaledTimeout(60_000),
)

test(
  'no tree, even with cycles and missing parents, aborts the import',
  async () => {
    const parley = await open()
    const ids = fc.constantFrom('root', 'a', 'b', 'c', 'd', 'gone')
    const trees = fc.sample(
      fc.uniqueArray(fc.record({ id: ids, parent: fc.option(ids), text: fc.string() }), {
        selector: ({ id }) => id,
      }),
      { numRuns: 200, seed: 1 },
    )
    const file = JSON.stringify(trees.map((nodes, index) => chatgptConversation(`t${index}`, nodes)))
    const { summary, end } = await importFile(parley, file)
    const skippedCount = summary?.skipped.reduce((sum, { count }) => sum + count, 0) ?? 0
    expect([end.reason, (summary?.importedCount ?? 0) + skippedCount]).toEqual(['completed', 200])
  },
  scaledTimeout(30_000),
)

const archive = strToU8(`[${goodText}]`)

/** A list of one chat with this name. */
function listOf(name: string): string {
  return JSON.stringify([chatgptConversation(name, [{ id: 'q', text: 'question' }])])
}

function zip(entries: Zippable): Buffer {
  return Buffer.from(zipSync(entries))
}

test(
  'aborts with the reason when a ZIP unpacks to far more than it declares',
  async () => {
    const parley = await open()
    const spaces = strToU8(`[${' '.repeat(importLimits.freeUnpackedBytes + 1_000_000)}`)
    const bomb = zip({ 'conversations.json': [spaces, { level: 1 }] })
    const result = await importFile(parley, bomb)
    expect(outcome(result)).toEqual(refused)
    expect(result.end.error?.message).toContain('its contents are implausibly large')
    const half = zip({
      'conversations-0.json': archive,
      'conversations-1.json': [spaces, { level: 1 }],
    })
    expect(outcome(await importFile(parley, half))).toMatchObject({ end: 'completed', imported: 1 })
  },
  scaledTimeout(30_000),
)

/** Files with one chat that can be read, and what is said about their other entries. */
const oddEntries: Record<string, [file: (sound: Uint8Array) => Buffer, remark: string]> = {
  'names that point outside': [
    (sound) =>
      zip({ '../conversations.json': sound, '/abs/conversations.json': sound, 'conversations.json': sound }),
    'names point outside',
  ],
  backslashes: [
    (sound) => zip({ 'a\\..\\conversations.json': sound, 'conversations.json': sound }),
    'names point outside',
  ],
  'symbolic links': [
    (sound) =>
      zip({
        'x/conversations.json': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
        'conversations.json': sound,
      }),
    'only link to other files',
  ],
  'a password': [
    (sound) => locked(zip({ 'a/conversations.json': sound, 'conversations.json': sound })),
    'protected by a password',
  ],
  'the same name twice': [
    (sound) => doubled(zip({ 'conversations.jsox': sound, 'conversations.json': sound })),
    'twice',
  ],
}

test('skips and reports ZIP entries that are unsafe or unreadable, and reads the good one', async () => {
  const parley = await open()
  for (const [name, [file, remark]] of Object.entries(oddEntries)) {
    const result = await importFile(parley, file(strToU8(listOf(name))))
    expect([name, outcome(result)]).toMatchObject([name, { end: 'completed', imported: 1, skipped: [] }])
    expect([name, result.summary?.remarks.map(({ reason }) => reason)]).toEqual([
      name,
      [expect.stringContaining(remark)],
    ])
  }
})

test('reports an entry that is longer or different than the ZIP declares', async () => {
  const parley = await open()
  const file = zip({ 'conversations.json': archive })
  expect(outcome(await importFile(parley, patched(file, 24, 10)))).toEqual(refused)
  const wrongSum = await importFile(parley, patched(file, 16, 12_345))
  expect(outcome(wrongSum)).toMatchObject({ end: 'completed', imported: 1 })
  expect(wrongSum.summary?.remarks.map(({ reason }) => reason)).toEqual([expect.stringContaining('damaged')])
})

test('refuses a ZIP of which nothing can be read, with the reason', async () => {
  const parley = await open()
  const reasons: [Buffer, string][] = [
    [locked(zip({ 'conversations.json': archive })), 'protected by a password'],
    [
      zip({ 'conversations.json': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] }),
      'only link to other files',
    ],
    [packedOtherwise(zip({ 'conversations.json': archive })), 'unknown compression'],
    [zip({ '../conversations.json': archive }), 'names point outside'],
  ]
  for (const [content, reason] of reasons) {
    const result = await importFile(parley, content)
    expect(outcome(result)).toEqual(refused)
    expect(result.end.error?.message).toContain(reason)
  }
})

/** ZIPs as other programs make them, around a list of one chat. */
const usualZips: Record<string, (list: string) => Zippable> = {
  'files that macOS adds': (list) => ({
    '__MACOSX/._conversations.json': strToU8('Mac OS X'),
    '.DS_Store': strToU8('x'),
    'conversations.json': strToU8(list),
  }),
  'UTF-16': (list) => ({ 'conversations.json': Buffer.from(`\ufeff${list}`, 'utf16le') }),
  'UTF-16 without a byte order mark': (list) => ({
    'conversations.json': Buffer.from(list, 'utf16le').swap16(),
  }),
  'a list within an object': (list) => ({ 'conversations.json': strToU8(`{"conversations":${list}}`) }),
  'data about the account': (list) => ({
    'user.json': strToU8('{}'),
    'conversations.json': strToU8(list),
  }),
}

test('reads a ZIP with other files, in another encoding or another shape like any other', async () => {
  const parley = await open()
  for (const [name, entries] of Object.entries(usualZips)) {
    expect([name, outcome(await importFile(parley, zip(entries(listOf(name)))))]).toEqual([name, taken({})])
  }
  const expected = Object.keys(usualZips).map((name) => `Chat ${name}`)
  expect((await titles(parley)).toSorted()).toEqual(expected.toSorted())
})

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

test('counts other files in a ZIP as left out', async () => {
  const parley = await open()
  const content = zip({
    'conversations.json': archive,
    'textdocs/1.json': strToU8('{"title":"Canvas"}'),
    'dalle-generations/file-abc-1.webp': new Uint8Array(9),
    'file-def-lost.png': new Uint8Array(9),
  })
  expect(outcome(await importFile(parley, content)).remarks.toSorted()).toEqual([
    '1: Files in the export that are not chats, such as canvases, were skipped.',
    '2: Files that no chat refers to were skipped.',
  ])
})

/** Gives the first entry an unknown compression method. */
function packedOtherwise(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt16LE(97, copy.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 10)
  return copy
}

/** Sets a 32-bit number of the first entry in a ZIP's directory. */
function patched(file: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(value, copy.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + offset)
  return copy
}

/** Marks the first entry as encrypted. */
function locked(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  const flags = copy.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8
  copy.writeUInt16LE(copy.readUInt16LE(flags) | 1, flags)
  return copy
}

/** Renames the entry `conversations.jsox` to the name of another. */
function doubled(file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll('conversations.jsox', 'conversations.json'), 'latin1')
}

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
        skipped: [`1: “${field}” has 5000000 characters, but at most ${limit} are possible.`],
      }),
    )
  }
})
