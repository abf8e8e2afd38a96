import { imageSize } from 'image-size'

import type { ImageMediaType } from '../../../shared/sessions/attachments'

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
