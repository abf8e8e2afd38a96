import { crc32, deflateRawSync } from 'node:zlib'

import { strToU8, zipSync, type Zippable } from 'fflate'
import { expect, test } from 'vitest'

import { importLimits } from '../../../store/uploads/import-limits'
import { chatgptConversation } from '../../../store/transfer/import/testing/files-of-others'
import { importFile } from '../../testing/import-file'
import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'
import { open, outcome, goodText, refused, taken, titles } from './testing/bad-files'

const archive = strToU8(`[${goodText}]`)

/** A list of one chat with this name. */
function listOf(name: string): string {
  return JSON.stringify([chatgptConversation(name, [{ id: 'q', text: 'question' }])])
}

function zip(entries: Zippable): Buffer {
  return Buffer.from(zipSync(entries))
}

/** A ZIP that ends with a large entry, which fflate would compress ten times as slowly as zlib. */
function zipWithLarge(name: string, content: Uint8Array, before: Zippable = {}): Buffer {
  const file = zip({ ...before, [name]: [deflateRawSync(content, { level: 1 }), { level: 0 }] })
  const entry = file.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  file.writeUInt16LE(8, entry + 10)
  file.writeUInt32LE(crc32(content), entry + 16)
  file.writeUInt32LE(content.length, entry + 24)
  return file
}

/** ZIPs with one readable chat, and what the import says about their other entries. */
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

test(
  'stops with the reason where a ZIP unpacks to an implausible size, and imports what precedes it',
  async () => {
    const parley = await open()
    const spaces = Buffer.alloc(importLimits.freeUnpackedBytes + 1_000_000, ' ')
    spaces.write('[')
    const alone = await importFile(parley, zipWithLarge('conversations.json', spaces))
    expect(outcome(alone)).toEqual(refused)
    expect(alone.end.error?.message).toContain('its contents are implausibly large')
    const bomb = zipWithLarge('conversations-1.json', spaces, { 'conversations-0.json': archive })
    const result = await importFile(parley, bomb)
    expect(outcome(result)).toEqual(
      taken({
        remarks: [
          '1: The file ends too early. Export it again to get the rest.',
          '1: Only part of this ZIP was read, because its contents are implausibly large.',
        ],
      }),
    )
  },
  scaledTimeout(30_000),
)

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

test('reads a ZIP with other files, in another encoding or another shape like any other', async () => {
  const parley = await open()
  for (const [name, entries] of Object.entries(usualZips)) {
    expect([name, outcome(await importFile(parley, zip(entries(listOf(name)))))]).toEqual([name, taken({})])
  }
  const expected = Object.keys(usualZips).map((name) => `Chat ${name}`)
  expect((await titles(parley)).toSorted()).toEqual(expected.toSorted())
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
