import type { SoundMediaType } from '../../../shared/sessions/attachments'

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
