import { failure } from '../../../shared/failures/failure'
import {
  attachmentLimits,
  type ImageMediaType,
  type SoundMediaType,
} from '../../../shared/sessions/attachments'
import { imageDimensions, imageTypeOf, isWholeImage } from '../../base/files/image-bytes'
import { soundTypeOf } from '../../base/files/sound-bytes'
import { withoutMetadata } from './jpeg-metadata'

/** An image as it is kept. */
export interface InspectedImage {
  /** Of a photo, without its metadata. */
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
