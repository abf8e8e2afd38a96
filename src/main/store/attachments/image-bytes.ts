import { imageSize } from 'image-size'

import type { ImageMediaType } from '../../../shared/sessions/attachments'

/** What kind of image the bytes begin like; null for anything else. What the file is called says nothing. */
export function imageTypeOf(bytes: Buffer): ImageMediaType | null {
  if (bytes.subarray(0, 8).equals(pngStart)) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}

/** How large the image is, by its header; null when that says nothing that can be. */
export function imageDimensions(
  bytes: Buffer,
  mediaType: ImageMediaType,
): { width: number; height: number } | null {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (type !== sizeTypes[mediaType] || !(width > 0) || !(height > 0)) return null
    // From 5 on the camera was held upright: it is shown turned.
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    // The header is cut off, or is none.
    return null
  }
}

/** Whether the file goes on to where its format ends: one that was cut off is not shown by everyone alike. */
export function isWholeImage(bytes: Buffer, mediaType: ImageMediaType): boolean {
  switch (mediaType) {
    case 'image/png':
      return bytes.lastIndexOf('IEND', undefined, 'latin1') >= 0
    case 'image/jpeg':
      return bytes.lastIndexOf(jpegEnd) > 2
    case 'image/gif':
      return bytes.lastIndexOf(0x3b) > 12
    case 'image/webp':
      // Its length does not count the first eight bytes.
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
