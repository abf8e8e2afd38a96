import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder.ts'
import { redactFile } from './redact-files.ts'
import { Secrets } from './secrets.ts'

const secret = 'planted-secret'

function setUp() {
  const folder = temporaryFolder()
  const secrets = new Secrets(folder)
  secrets.add(secret)
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  return { folder, secrets, write }
}

/** The first bytes of an image, which are not text, followed by the secret. */
const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, ...strToU8(secret)])

test('removes the secrets of a trace, and keeps it a valid archive with all entries, images byte for byte', () => {
  const { secrets, write } = setUp()
  const path = write(
    'trace.zip',
    zipSync({
      '0-trace.trace': strToU8(`{"text":"before ${secret} after"}\n{"text":"nothing"}\n`),
      'resources/page.html': strToU8(`\uFEFF<p>${secret}</p>`),
      'resources/style.css': strToU8('p { color: red }'),
      'resources/picture.png': picture,
      empty: new Uint8Array(),
    }),
  )
  redactFile(path, 'application/zip', secrets)
  const entries = unzipSync(readFileSync(path))
  expect(Object.keys(entries).toSorted()).toEqual([
    '0-trace.trace',
    'empty',
    'resources/page.html',
    'resources/picture.png',
    'resources/style.css',
  ])
  const texts = ['0-trace.trace', 'resources/page.html', 'resources/style.css', 'empty']
  expect(texts.map((name) => strFromU8(entries[name] ?? picture))).toEqual([
    '{"text":"before [redacted] after"}\n{"text":"nothing"}\n',
    // The byte order mark belongs to the text.
    strFromU8(strToU8('\uFEFF<p>[redacted]</p>')),
    'p { color: red }',
    '',
  ])
  expect(entries['resources/page.html']?.subarray(0, 3)).toEqual(Uint8Array.from([0xef, 0xbb, 0xbf]))
  expect(entries['resources/picture.png']).toEqual(picture)
})

test('does not mistake a text with an unreadable character for an image', () => {
  const { secrets, write } = setUp()
  const path = write(
    'trace.zip',
    zipSync({ 'trace.trace': strToU8(`half a letter: \uFFFD, then ${secret}`) }),
  )
  redactFile(path, 'application/zip', secrets)
  const entry = unzipSync(readFileSync(path))['trace.trace'] ?? picture
  expect(strFromU8(entry)).toBe('half a letter: \uFFFD, then [redacted]')
})

test('recognises a text by its content type, and leaves images alone', () => {
  const { secrets, write } = setUp()
  const texts = ['text/plain', 'text/html; charset=utf-8', 'application/json', 'image/svg+xml']
  const paths = texts.map((type, index) => ({ type, path: write(`text-${index}`, `a ${secret}`) }))
  for (const { type, path } of paths) {
    redactFile(path, type, secrets)
    expect(readFileSync(path, 'utf8')).toBe('a [redacted]')
  }
  const path = write('window.png', picture)
  redactFile(path, 'image/png', secrets)
  expect(Uint8Array.from(readFileSync(path))).toEqual(picture)
})

test('ignores attachments that are missing or are not files', () => {
  const { folder, secrets } = setUp()
  mkdirSync(join(folder, 'a folder'))
  redactFile(join(folder, 'gone.zip'), 'application/zip', secrets)
  redactFile(join(folder, 'a folder'), 'text/plain', secrets)
  expect(statSync(join(folder, 'a folder')).isDirectory()).toBe(true)
})
