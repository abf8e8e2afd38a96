import { expect, test } from 'vitest'

import { sampleWav } from '../testing/sample-wav'
import { soundTypeOf } from './media-bytes'

const frame = (header: number[], length: number) =>
  Buffer.concat([Buffer.from(header), Buffer.alloc(length - header.length)])
/** 128 kbit/s at 44.1 kHz. */
const mp3 = frame([0xff, 0xfb, 0x90, 0x00], 417)
/** 7 bytes of header and 9 of content. */
const aac = frame([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], 16)

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test('the type of a sound comes from its bytes, and two bytes are not enough', () => {
  const sounds = [
    [sampleWav(10), 'audio/wav'],
    [latin1('FORM\0\0\0\x20AIFFCOMM'), 'audio/aiff'],
    [latin1('fLaC\0\0\0\x22'), 'audio/flac'],
    [latin1(`OggS\0\x02${'\0'.repeat(22)}OpusHead\x01`), 'audio/ogg'],
    [latin1('\0\0\0\x1cftypM4A isom'), 'audio/mp4'],
    [latin1('ID3\x04\0\0'), 'audio/mpeg'],
    [Buffer.concat([mp3, mp3]), 'audio/mpeg'],
    [Buffer.concat([aac, aac]), 'audio/aac'],
  ] as const
  expect(sounds.map(([bytes]) => soundTypeOf(bytes))).toEqual(sounds.map(([, type]) => type))
  const others = [
    Buffer.alloc(0),
    latin1('RIFF\x20\0\0\0WEBPVP8 '),
    latin1('RIFF\x20\0\0\0AVI LIST'),
    latin1(`OggS\0\x02${'\0'.repeat(22)}\x80theora`),
    latin1('\0\0\0\x1cftypisomavc1'),
    // Text in UTF-16, and text that a sound's mark begins.
    Buffer.from('\uFEFFA text', 'utf16le'),
    latin1('ID3 tags and fLaC'),
    latin1('fLaC is a codec'),
    Buffer.concat([mp3, Buffer.from('no frame')]),
    mp3.subarray(0, 400),
    Buffer.concat([aac, Buffer.from('no frame')]),
  ]
  expect(others.map((bytes) => soundTypeOf(bytes))).toEqual(others.map(() => null))
})
