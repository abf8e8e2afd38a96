import { readFile, stat } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'

import { z } from 'zod'

import { invalidInput } from '../../../shared/errors'
import type { GivenImage } from '../calls/mcp-backend'

const maxImages = 20
const maxImageBytes = 20 * 1024 * 1024

/** As tools take them. */
export const imagesField = z
  .array(
    z.union([
      z.object({ path: z.string().min(1).max(4096).describe('The file, in full or from the workspace on.') }),
      z.object({
        data: z.base64().describe('The image itself, as base64.'),
        media_type: z.string().optional().describe('Such as image/png; it is found out when absent.'),
      }),
    ]),
  )
  .max(maxImages)
  .optional()
  .describe('Images that go with the prompt: PNG, JPEG, GIF or WebP.')

/** @throws INVALID_INPUT one cannot be read, is too large, or is no image that models take */
export async function readImages(
  given: z.infer<typeof imagesField>,
  folder: string | null,
  signal: AbortSignal,
): Promise<GivenImage[]> {
  const images: GivenImage[] = []
  for (const [index, image] of (given ?? []).entries()) {
    signal.throwIfAborted()
    const field = `images[${index}]`
    const bytes =
      'path' in image
        ? await readImage(pathOf(image.path, folder, field), field, signal)
        : Buffer.from(image.data, 'base64')
    if (bytes.length > maxImageBytes) throw tooLarge(field)
    const mediaType = mediaTypeOf(bytes)
    if (mediaType === null) throw invalidInput(field, 'this is no PNG, JPEG, GIF or WebP image')
    images.push({ name: 'path' in image ? basename(image.path) : `image-${index + 1}`, mediaType, bytes })
  }
  return images
}

function pathOf(path: string, folder: string | null, field: string): string {
  if (folder === null && !isAbsolute(path)) throw invalidInput(field, 'the path must be given in full')
  return resolve(folder ?? '/', path)
}

async function readImage(path: string, field: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const stats = await stat(path)
    // A pipe or a device might never end.
    if (!stats.isFile()) throw invalidInput(field, `${path} is no file`)
    if (stats.size > maxImageBytes) throw tooLarge(field)
    return await readFile(path, { signal })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('E'))) throw error
    throw invalidInput(field, `${path} cannot be read (${String(error.code)})`, error)
  }
}

function tooLarge(field: string): Error {
  return invalidInput(field, `an image may have ${maxImageBytes / 1024 / 1024} MB at most`)
}

/** By how the file begins: names and what a client says of it may be wrong. */
function mediaTypeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}
