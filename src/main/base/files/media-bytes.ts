import { imageSize } from 'image-size'

import type { ImageMediaType, SoundMediaType } from '../../../shared/sessions/attachments'

/** The type of image according to its first bytes; null for anything else. The file's name is ignored. */
export function imageTypeOf(bytes: Buffer): ImageMediaType | null {
  if (bytes.subarray(0, 8).equals(pngStart)) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}

/** The size of the image from its header; null when that has no plausible one. */
export function imageDimensions(
  bytes: Buffer,
  mediaType: ImageMediaType,
): { width: number; height: number } | null {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (type !== sizeTypes[mediaType] || !(width > 0) || !(height > 0)) return null
    // From 5 on the image is rotated by 90 degrees.
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    // The header is truncated or invalid.
    return null
  }
}

/** True if the file reaches the end that its format declares: not every program shows a truncated image. */
export function isWholeImage(bytes: Buffer, mediaType: ImageMediaType): boolean {
  switch (mediaType) {
    case 'image/png':
      return bytes.lastIndexOf('IEND', undefined, 'latin1') >= 0
    case 'image/jpeg':
      return bytes.lastIndexOf(jpegEnd) > 2
    case 'image/gif':
      return bytes.lastIndexOf(0x3b) > 12
    case 'image/webp':
      // The declared length excludes the first eight bytes.
      return bytes.length >= bytes.readUInt32LE(4) + 8
    default:
      return mediaType satisfies never
  }
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegEnd = Buffer.from([0xff, 0xd9])
const sizeTypes: Readonly<Record<ImageMediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** The type of sound according to its first bytes; null for anything else. The file's name is ignored. */
export function soundTypeOf(bytes: Buffer): SoundMediaType | null {
  const start = bytes.toString('latin1', 0, 64)
  const kind = start.slice(8, 12)
  if (start.startsWith('RIFF') && kind === 'WAVE') return 'audio/wav'
  if (start.startsWith('FORM') && (kind === 'AIFF' || kind === 'AIFC')) return 'audio/aiff'
  if (start.startsWith('fLaC\0')) return 'audio/flac'
  // The first page names what the file contains: it could be a film.
  if (start.startsWith('OggS\0')) {
    return ['\x01vorbis', 'OpusHead', '\x7fFLAC'].some((mark) => start.includes(mark)) ? 'audio/ogg' : null
  }
  if (/^[^]{4}ftypM4[AB] /.test(start)) return 'audio/mp4'
  const hasTags = start.startsWith('ID3') && [2, 3, 4].includes(start.charCodeAt(3))
  if (hasTags || isFollowed(bytes, mpegFrameBytes)) return 'audio/mpeg'
  return isFollowed(bytes, aacFrameBytes) ? 'audio/aac' : null
}

/** True if the file begins with two frames, or consists of exactly one: two bytes alone prove nothing. */
function isFollowed(bytes: Buffer, frameBytes: (frame: Buffer) => number | null): boolean {
  const length = frameBytes(bytes)
  if (length === null || length > bytes.length) return false
  return length === bytes.length || frameBytes(bytes.subarray(length)) !== null
}

const bitratesOf1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const bitratesOf2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]

/** The length of a frame of MPEG audio, layer III; null if its header is none. */
function mpegFrameBytes(frame: Buffer): number | null {
  const [sync = 0, kind = 0, rates = 0] = frame
  const version = (kind >> 3) & 3
  const isLayer3 = ((kind >> 1) & 3) === 1
  if (sync !== 0xff || kind < 0xe0 || version === 1 || !isLayer3) return null
  const isVersion1 = version === 3
  const kilobits = (isVersion1 ? bitratesOf1 : bitratesOf2)[(rates >> 4) - 1]
  const fullRate = sampleRates[(rates >> 2) & 3]
  if (kilobits === undefined || fullRate === undefined) return null
  const rate = fullRate / (isVersion1 ? 1 : version === 2 ? 2 : 4)
  return Math.floor(((isVersion1 ? 144 : 72) * kilobits * 1_000) / rate) + ((rates >> 1) & 1)
}

/** The length of a frame of AAC in its transport format (ADTS); null if its header is none. */
function aacFrameBytes(frame: Buffer): number | null {
  if (frame.length < 7 || frame[0] !== 0xff || (frame.readUInt8(1) & 0xf6) !== 0xf0) return null
  const length = (frame.readUIntBE(3, 3) >> 5) & 0x1fff
  return length < 7 ? null : length
}
