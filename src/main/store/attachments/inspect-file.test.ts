import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { attachmentLimits } from '../../../shared/sessions/attachments'
import { needsFileModes } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { inspectFile } from './inspect-file'
import { lockedPdf, sampleGif, sampleJpeg, samplePdf, samplePng } from './testing/sample-files'

const notAborted = new AbortController().signal

async function look(bytes: Buffer | string) {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, bytes)
  const looked = await inspectFile(path, notAborted)
  return { ...looked, path }
}

const refusal = (data: Record<string, unknown>) => ({
  code: 'INVALID_INPUT',
  data: { field: 'uploadId', ...data },
})

test('detects an image and its size from its bytes', async () => {
  expect(await look(samplePng(20, 10))).toMatchObject({ mediaType: 'image/png', width: 20, height: 10 })
  expect(await look(sampleGif)).toMatchObject({ mediaType: 'image/gif', width: 1, height: 1 })
})

test('strips the location from a photo and keeps its orientation', async () => {
  const place = '52.5200 N 13.4050 E'
  const jpeg = sampleJpeg({ orientation: 6, place })
  const { path, mediaType, sizeBytes, width, height } = await look(jpeg)
  const kept = readFileSync(path)
  expect(jpeg.includes(place)).toBe(true)
  expect(kept.includes(place)).toBe(false)
  expect({ mediaType, sizeBytes, width, height }).toEqual({
    mediaType: 'image/jpeg',
    sizeBytes: kept.length,
    // The stored image is 40 wide and 30 high, and its orientation rotates it.
    width: 30,
    height: 40,
  })
  expect(kept.readUInt16BE(kept.indexOf('Exif') + 6 + 18)).toBe(6)
})

test('strips metadata after padding in a photo', async () => {
  const place = '52.5200 N 13.4050 E'
  const { path, width } = await look(sampleJpeg({ orientation: 6, place, fillBytes: 3 }))
  expect(readFileSync(path).includes(place)).toBe(false)
  expect(width).toBe(30)
})

test('strips a second image after a photo, which has its own metadata', async () => {
  const place = '52.5200 N 13.4050 E'
  const second = sampleJpeg({ orientation: 1, place })
  const { path, sizeBytes } = await look(Buffer.concat([sampleJpeg({ orientation: 6, place }), second]))
  const alone = await look(sampleJpeg({ orientation: 6, place }))
  expect(readFileSync(path).includes(place)).toBe(false)
  expect(sizeBytes).toBe(alone.sizeBytes)
})

test('treats an SVG as text, never as an image', async () => {
  const looked = await look('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(looked).toMatchObject({ mediaType: 'text/plain', width: null })
})

test('reads text in UTF-8, in Latin-1, and in UTF-16 with and without a byte order mark', async () => {
  expect((await look('Grüße, 世界 👍')).mediaType).toBe('text/plain')
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')])
  expect((await look(utf16)).mediaType).toBe('text/plain')
  expect((await look(utf16.subarray(2))).mediaType).toBe('text/plain')
  expect((await look(Buffer.from('Grüße', 'latin1'))).mediaType).toBe('text/plain')
})

test('refuses UTF-8 with broken bytes, which would be sent garbled', async () => {
  await expect(look(Buffer.concat([Buffer.from('Grüße, 世界'), Buffer.from([0xff])]))).rejects.toThrow()
})

test('extracts the text of a PDF page by page, and none from a scanned one', async () => {
  const { textPath, pageCount, mediaType } = await look(samplePdf(['First page.', 'Second page.']))
  expect({ pageCount, mediaType }).toEqual({ pageCount: 2, mediaType: 'application/pdf' })
  expect(readFileSync(textPath ?? '', 'utf8')).toBe('[Page 1]\nFirst page.\n\n[Page 2]\nSecond page.')
  const scan = await look(samplePdf(['']))
  expect(readFileSync(scan.textPath ?? '', 'utf8')).toBe('')
})

test('cuts a PDF with very many pages and says so at its end', async () => {
  const pages = Array.from({ length: attachmentLimits.pdfPages + 1 }, (_, index) => `p${index + 1}`)
  const { textPath, pageCount } = await look(samplePdf(pages))
  const text = readFileSync(textPath ?? '', 'utf8')
  expect(pageCount).toBe(pages.length)
  expect(text).not.toContain('p501')
  expect(text.endsWith(`[The rest of this ${pages.length}-page PDF was omitted.]`)).toBe(true)
})

const png = samplePng(64, 64)
const bad: { what: string; bytes: Buffer; reason: string; figures?: Record<string, number> }[] = [
  { what: 'an empty file', bytes: Buffer.alloc(0), reason: 'empty' },
  {
    what: 'a program',
    bytes: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]),
    reason: 'unknown-kind',
  },
  { what: 'text with a NUL', bytes: Buffer.from('a\0b'), reason: 'unknown-kind' },
  {
    what: 'bytes that are valid in no encoding',
    bytes: Buffer.from([0x41, 0xff, 0x81, 0x42]),
    reason: 'unknown-kind',
  },
  { what: 'a PNG truncated in its header', bytes: png.subarray(0, 20), reason: 'damaged-image' },
  { what: 'a truncated PNG', bytes: png.subarray(0, 60), reason: 'damaged-image' },
  {
    what: 'a PNG that would need 10 GB to show',
    bytes: samplePng(100_000, 100_000, { shouldFill: false }),
    reason: 'large-image',
    figures: { width: 100_000, height: 100_000 },
  },
  {
    what: 'a PNG with too many pixels but short enough sides',
    bytes: samplePng(15_000, 15_000, { shouldFill: false }),
    reason: 'large-image',
    figures: { width: 15_000, height: 15_000 },
  },
  { what: 'a PDF with a password', bytes: lockedPdf(), reason: 'locked-pdf' },
  { what: 'an invalid PDF', bytes: Buffer.from('%PDF-1.7\nnothing'), reason: 'damaged-pdf' },
  {
    what: 'a text longer than any model can read',
    bytes: Buffer.alloc(attachmentLimits.textChars + 1, 'a'),
    reason: 'long-text',
    figures: { max: 1_000_000, chars: 1_000_001 },
  },
]

test.each(bad)('refuses $what with the reason', async ({ bytes, reason, figures }) => {
  await expect(look(bytes)).rejects.toEqual(expect.objectContaining(refusal({ reason, ...figures })))
})

test('stores files readable by their owner only', async (context) => {
  const { textPath } = await look(samplePdf(['text']))
  needsFileModes(context)
  expect(statSync(textPath ?? '').mode & 0o777).toBe(0o600)
})
