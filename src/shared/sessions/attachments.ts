/** The images that models look at and windows show. */
export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageMediaType = (typeof imageMediaTypes)[number]

/** Every text is of this type, whatever its name ends with: nothing in it is ever run or shown as a picture. */
export const textMediaType = 'text/plain'
export const pdfMediaType = 'application/pdf'

export type AttachmentKind = 'image' | 'text' | 'pdf'

/** What a file is by its type, as main gave it; null for one that only an import knows. */
export function attachmentKind(mediaType: string): AttachmentKind | null {
  if ((imageMediaTypes as readonly string[]).includes(mediaType)) return 'image'
  if (mediaType === textMediaType) return 'text'
  return mediaType === pdfMediaType ? 'pdf' : null
}

/** How much of a file is taken. */
export const attachmentLimits = {
  /** Characters of a text, and of what a PDF says. */
  textChars: 1_000_000,
  /** Pages of a PDF that are read. */
  pdfPages: 500,
  /** Of an image, to a side and in all. */
  imageSide: 20_000,
  imagePixels: 100_000_000,
  /** Characters that a preview shows. */
  previewChars: 200_000,
} as const
