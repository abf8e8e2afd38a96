/** Image types that models accept and windows show. */
const imageMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageMediaType = (typeof imageMediaTypes)[number]

/** Types of sounds that windows play, as far as the system can. */
const soundMediaTypes = [
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'audio/flac',
  'audio/aac',
  'audio/aiff',
  'audio/mp4',
] as const
export type SoundMediaType = (typeof soundMediaTypes)[number]

/** The type of every text file, whatever its extension: it is never executed or shown as an image. */
export const textMediaType = 'text/plain'
/** The type of a PDF, of which models get the text. */
export const pdfMediaType = 'application/pdf'

/** The use that Parley makes of a file: show it, play it, or read its text. */
export type AttachmentKind = 'image' | 'audio' | 'text' | 'pdf'

/** True for an image type that models accept and windows show. */
export function isImageType(mediaType: string): mediaType is ImageMediaType {
  return (imageMediaTypes as readonly string[]).includes(mediaType)
}

/** The kind of file for a type assigned by main; null for types that only imports have. */
export function attachmentKind(mediaType: string): AttachmentKind | null {
  if (isImageType(mediaType)) return 'image'
  if ((soundMediaTypes as readonly string[]).includes(mediaType)) return 'audio'
  if (mediaType === textMediaType) return 'text'
  return mediaType === pdfMediaType ? 'pdf' : null
}

/** Limits of what is read from a file. */
export const attachmentLimits = {
  /** Characters of a text file, and of a PDF's text. */
  textChars: 1_000_000,
  /** Pages of a PDF that are read. */
  pdfPages: 500,
  /** Pixels of an image, per side and in total. */
  imageSide: 20_000,
  imagePixels: 100_000_000,
  /** Characters shown in a preview. */
  previewChars: 200_000,
} as const
