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
export interface ImagePiece {
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
