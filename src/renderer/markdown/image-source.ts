/** Longest data URL of an image in the text. */
const maxDataChars = 2_000_000
const dataImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** The address of an image that needs no request; null for all others. */
export function inlineImage(href: string): string | null {
  return href.length <= maxDataChars && dataImage.test(href) ? href : null
}
