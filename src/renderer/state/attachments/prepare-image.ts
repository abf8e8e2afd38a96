import { formatBytes } from '../../language/format'
import { t } from '../../language/t'
import { type ImagePiece, imageLimits, imagePieces } from './image-pieces'
import type { PickedFile } from './upload-file'

/** Not GIFs, which may be animated. */
const preparable = new Set(['image/png', 'image/jpeg', 'image/webp'])
/** Tried in this order until the file is small enough. */
const jpegQualities = [0.92, 0.8, 0.6]

/** The files attached instead of one, and a note on how it was changed; null if it was not. */
export interface PreparedFile {
  files: readonly PickedFile[]
  note: string | null
}

/**
 * Makes an image as models see it: a long one becomes several overlapping pieces, a large one is scaled down. Any other
 * file is returned as it is.
 * @param room how many files may be attached
 */
export async function prepareImage(file: File, room: number): Promise<PreparedFile> {
  const asItIs = { files: [file], note: null }
  if (!preparable.has(file.type)) return asItIs
  const image = await decoded(file)
  if (image === null) return asItIs
  try {
    const { width: fromWidth, height: fromHeight } = image
    const pieces = imagePieces(fromWidth, fromHeight, room)
    const [first] = pieces
    if (first === undefined) return asItIs
    const { outWidth: width, outHeight: height } = first
    const isScaled = width !== first.width || height !== first.height
    if (pieces.length === 1 && !isScaled && file.size <= imageLimits.bytes) return asItIs
    const files: File[] = []
    for (const [index, piece] of pieces.entries()) {
      const blob = await drawn(image, piece, file.type)
      if (blob === null) return asItIs
      files.push(
        fileOf(blob, file.name, pieces.length === 1 ? null : { number: index + 1, count: pieces.length }),
      )
    }
    const [only] = files
    const note =
      pieces.length > 1
        ? t('attachments.pieces', { count: pieces.length, fromWidth, fromHeight, width, height })
        : isScaled
          ? t('attachments.shrunk', { fromWidth, fromHeight, width, height })
          : t('attachments.compressed', { from: formatBytes(file.size), to: formatBytes(only?.size ?? 0) })
    return { files, note }
  } finally {
    image.close()
  }
}

async function decoded(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    // Not an image after all, or a damaged one: main reports what it is.
    return null
  }
}

async function drawn(image: ImageBitmap, piece: ImagePiece, type: string): Promise<Blob | null> {
  const { x, y, width, height, outWidth, outHeight } = piece
  const canvas = new OffscreenCanvas(outWidth, outHeight)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, outWidth, outHeight)
  const blob = await canvas.convertToBlob({ type, quality: jpegQualities[0] ?? 1 })
  // A browser that cannot encode the format produces another one.
  if (blob.size <= imageLimits.bytes) return blob
  // JPEG has no transparency, and would show it as black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, outWidth, outHeight)
  let smaller: Blob | null = null
  for (const quality of jpegQualities) {
    smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (smaller.size <= imageLimits.bytes) break
  }
  return smaller
}

/** Named after the image, with the number of its piece and the ending of its format. */
function fileOf(blob: Blob, name: string, piece: { number: number; count: number } | null): File {
  const stem = name.replace(/\.[^.]*$/, '')
  const ending =
    blob.type === 'image/jpeg' ? (/\.jpe?g$/i.exec(name)?.[0] ?? '.jpg') : `.${blob.type.slice(6)}`
  const numbered = piece === null ? stem : t('attachments.pieceName', { name: stem, ...piece })
  return new File([blob], `${numbered}${ending}`, { type: blob.type })
}
