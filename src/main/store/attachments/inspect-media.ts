import { failure } from '../../../shared/failures/failure'
import {
  attachmentLimits,
  type ImageMediaType,
  type SoundMediaType,
} from '../../../shared/sessions/attachments'
import { imageDimensions, imageTypeOf, isWholeImage, soundTypeOf } from '../../base/files/media-bytes'

/** An image as it is kept. */
export interface InspectedImage {
  /** The content of the image; without metadata if it is a photo. */
  bytes: Buffer
  mediaType: ImageMediaType
  width: number
  height: number
}

/** The image in `given`; null if it is none. @throws INVALID_INPUT it is damaged or too large */
export function inspectImage(given: Buffer): InspectedImage | null {
  const mediaType = imageTypeOf(given)
  if (mediaType === null) return null
  const bytes = mediaType === 'image/jpeg' ? withoutMetadata(given) : given
  const size = imageDimensions(bytes, mediaType)
  if (size === null || !isWholeImage(bytes, mediaType)) {
    throw failure('INVALID_INPUT', 'damaged-image', { field: 'uploadId' })
  }
  const { imageSide, imagePixels } = attachmentLimits
  if (Math.max(size.width, size.height) > imageSide || size.width * size.height > imagePixels) {
    throw failure('INVALID_INPUT', 'large-image', { field: 'uploadId', ...size })
  }
  return { bytes, mediaType, ...size }
}

/** The sound in `bytes`, which is kept as it is; null if it is none. */
export function inspectSound(bytes: Buffer): { bytes: Buffer; mediaType: SoundMediaType } | null {
  const mediaType = soundTypeOf(bytes)
  return mediaType === null ? null : { bytes, mediaType }
}

/** Any number of fill bytes may precede a marker. */
const fill = 0xff
const startOfScan = 0xda
const endOfImage = 0xd9
/** Markers within a scan, without a segment. */
const restarts = { first: 0xd0, last: 0xd7 }
const app1 = 0xe1
const app13 = 0xed
const comment = 0xfe
const orientationTag = 0x0112
const exifStart = 'Exif\0\0'

/**
 * The photo without metadata, such as the place where it was taken, and without data after its end; only its
 * orientation stays. A malformed file is returned unchanged.
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf and CIPA DC-008 (Exif)
 */
function withoutMetadata(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [jpeg.subarray(0, 2)]
  let orientation = 1
  let at = 2
  let isStripped = false
  for (;;) {
    const marker = jpeg[at + 1]
    if (jpeg[at] !== 0xff || marker === undefined || at + 4 > jpeg.length) return jpeg
    if (marker === fill) {
      at += 1
      continue
    }
    // The image data starts here.
    if (marker === startOfScan) break
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end > jpeg.length || end < at + 4) return jpeg
    const segment = jpeg.subarray(at, end)
    if (marker === app1 || marker === app13 || marker === comment) {
      isStripped = true
      if (marker === app1) orientation = orientationOf(segment) ?? orientation
    } else {
      kept.push(segment)
    }
    at = end
  }
  const end = endOfPicture(jpeg, at) ?? jpeg.length
  if (!isStripped && end === jpeg.length) return jpeg
  if (orientation !== 1) kept.splice(1, 0, orientationSegment(orientation))
  return Buffer.concat([...kept, jpeg.subarray(at, end)])
}

/**
 * The end of the picture whose first scan begins at `from`: some cameras append further pictures with their own
 * metadata. Null when it is truncated.
 */
function endOfPicture(jpeg: Buffer, from: number): number | null {
  let at = from
  while (at >= 0 && at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === endOfImage) return at + 2
    const isInScan = marker === 0 || (marker >= restarts.first && marker <= restarts.last)
    const lengthBytes = marker === fill ? -1 : isInScan ? 0 : jpeg.readUInt16BE(at + 2)
    at = jpeg.indexOf(0xff, at + 2 + lengthBytes)
  }
  return at >= 0 && jpeg[at + 1] === endOfImage ? at + 2 : null
}

/** The orientation in the first Exif directory; null when there is none. */
function orientationOf(segment: Buffer): number | null {
  if (segment.toString('latin1', 4, 10) !== exifStart) return null
  const tiff = segment.subarray(10)
  if (tiff.length < 8) return null
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (offset: number) => (isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return null
  const count = short(directory)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return null
    if (short(entry) !== orientationTag) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** An Exif segment with only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const body = Buffer.concat([Buffer.from(exifStart, 'latin1'), tiff])
  const head = Buffer.from([0xff, app1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
