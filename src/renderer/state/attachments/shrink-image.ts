import { t } from '../../language/t'
import type { PickedFile } from './upload-file'

/** No model sees more detail than this, and larger images take long to send. */
const longestSidePx = 2_048
const jpegQuality = 0.92

/** Not GIFs, which may be animated. */
const shrinkable = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** Scales a large image down in its own format; any other file is returned as it is, with `note` null. */
export async function shrinkImage(file: File): Promise<{ file: PickedFile; note: string | null }> {
  const asItIs = { file, note: null }
  if (!shrinkable.has(file.type)) return asItIs
  const image = await decoded(file)
  if (image === null) return asItIs
  try {
    const scale = longestSidePx / Math.max(image.width, image.height)
    if (scale >= 1) return asItIs
    const width = Math.max(1, Math.round(image.width * scale))
    const height = Math.max(1, Math.round(image.height * scale))
    const smaller = await drawn(image, { width, height, type: file.type })
    if (smaller === null) return asItIs
    return {
      file: new File([smaller], file.name, { type: smaller.type }),
      note: t('attachments.shrunk', {
        fromWidth: image.width,
        fromHeight: image.height,
        width,
        height,
      }),
    }
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

async function drawn(
  image: ImageBitmap,
  { width, height, type }: { width: number; height: number; type: string },
): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const blob = await canvas.convertToBlob({ type, quality: jpegQuality })
  // A browser that cannot encode the format produces another one, for which the name would be wrong.
  return blob.type === type ? blob : null
}
