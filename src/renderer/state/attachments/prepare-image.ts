import { formatBytes } from '../../language/format'
import { t } from '../../language/t'
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

/**
 * What models see of an image, whatever is sent: Claude fits it into 1,568 pixels per side, OpenAI into 2,048 and then
 * its short side into 768, Gemini into tiles. A larger image is scaled down there, so a long one becomes unreadable.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/vision
 * @see https://platform.openai.com/docs/guides/images-vision
 * @see https://ai.google.dev/gemini-api/docs/image-understanding
 */
export const imageLimits = {
  /** Of an image that is sent whole. */
  longestSidePx: 2_048,
  /** Of a piece of a long image. With more than 20 images in a request, Claude accepts 2,000. */
  pieceSidePx: 1_568,
  /** Of an image file: Claude accepts 5 MB in base64, the least of all. */
  bytes: 3_750_000,
} as const

/** An image is long if its sides differ by more than this factor: a tall one is usually a page, a wide one a panorama. */
const longRatio = { tall: 2.5, wide: 4 }
/** The length of a piece in widths: about a page. */
const pieceRatio = 1.5
/** The overlap of two pieces, in widths: each line of text is whole in one of them. */
const overlapRatio = 0.06
/** More pieces cost more than they show; the pieces of a longer image are scaled down. */
const maxPieces = 12

/** The area of an image that becomes a file, and the size of that file's image. */
interface ImagePiece {
  x: number
  y: number
  width: number
  height: number
  outWidth: number
  outHeight: number
}

/**
 * How an image is sent: as a whole, scaled down to what models see, or in overlapping pieces if it is long.
 * @param room how many files may be attached
 */
export function imagePieces(width: number, height: number, room: number = maxPieces): ImagePiece[] {
  const { longestSidePx, pieceSidePx } = imageLimits
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  const isLong = long > longestSidePx && long > short * longRatio[height > width ? 'tall' : 'wide']
  const count = isLong ? Math.min(Math.max(1, room), maxPieces, Math.ceil(long / (short * pieceRatio))) : 1
  if (count === 1) {
    const scale = Math.min(1, longestSidePx / long)
    return [{ x: 0, y: 0, width, height, outWidth: scaled(width, scale), outHeight: scaled(height, scale) }]
  }
  const overlap = Math.round(short * overlapRatio)
  const length = Math.ceil((long + (count - 1) * overlap) / count)
  const scale = Math.min(1, pieceSidePx / Math.max(length, short))
  return Array.from({ length: count }, (_, index) => {
    const from = Math.min(index * (length - overlap), long - length)
    const area =
      height >= width ? { x: 0, y: from, width, height: length } : { x: from, y: 0, width: length, height }
    return { ...area, outWidth: scaled(area.width, scale), outHeight: scaled(area.height, scale) }
  })
}

function scaled(side: number, scale: number): number {
  return Math.max(1, Math.round(side * scale))
}
