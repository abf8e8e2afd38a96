/** The text that replaces a file that could not be kept. `sizeBytes` is null when the size is unknown. */
export function lostFileText(mediaType: string, sizeBytes: number | null): string {
  const subtype = subtypeOf(mediaType)
  const size = sizeBytes === null ? '' : `, ${sizeBytes.toLocaleString('en')} bytes`
  return `\n\n*A file in this answer (${subtype}${size}) could not be saved.*\n\n`
}

/** The subtype of a media type, such as `png`; of a sound, as its files are usually named. */
export function subtypeOf(mediaType: string): string {
  if (mediaType === 'audio/mpeg') return 'mp3'
  if (mediaType === 'audio/mp4') return 'm4a'
  return /^[a-z]+\/([a-z0-9]+)/i.exec(mediaType)?.[1] ?? 'file'
}
