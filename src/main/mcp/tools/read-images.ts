import { readFile, stat } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'

import { z } from 'zod'

import { failure } from '../../../shared/failures/failure'
import { errorCode } from '../../base/error-code'
import type { InputImage } from '../calls/mcp-backend'

const maxImages = 20
const maxImageBytes = 20 * 1024 * 1024

/** The schema for images in tool input. */
export const imagesField = z
  .array(
    z.union([
      z.object({
        path: z
          .string()
          .min(1)
          .max(4096)
          .describe('Absolute path of the image. Agents also accept a path relative to the workspace.'),
      }),
      z.object({
        data: z.base64().describe('The image, base64-encoded.'),
        media_type: z
          .string()
          .optional()
          .describe('For example image/png. Optional: the type is detected from the data.'),
      }),
    ]),
  )
  .max(maxImages)
  .optional()
  .describe('Images for the prompt: PNG, JPEG, GIF or WebP.')

/** @throws INVALID_INPUT an image cannot be read, is too large, or has an unsupported type */
export async function readImages(
  given: z.infer<typeof imagesField>,
  folder: string | null,
  signal: AbortSignal,
): Promise<InputImage[]> {
  const images: InputImage[] = []
  for (const [index, image] of (given ?? []).entries()) {
    signal.throwIfAborted()
    const field = `images[${index}]`
    const bytes =
      'path' in image
        ? await readImage(pathOf(image.path, folder, field), field, signal)
        : Buffer.from(image.data, 'base64')
    if (bytes.length > maxImageBytes) throw tooLarge(field)
    const mediaType = mediaTypeOf(bytes)
    if (mediaType === null) throw failure('INVALID_INPUT', 'image-not-supported', { field })
    images.push({ name: 'path' in image ? basename(image.path) : `image-${index + 1}`, mediaType, bytes })
  }
  return images
}

function pathOf(path: string, folder: string | null, field: string): string {
  if (folder === null && !isAbsolute(path)) throw failure('INVALID_INPUT', 'path-not-absolute', { field })
  return resolve(folder ?? '/', path)
}

async function readImage(path: string, field: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const stats = await stat(path)
    // A pipe or a device might never end.
    if (!stats.isFile()) throw failure('INVALID_INPUT', 'not-a-file', { field, path })
    if (stats.size > maxImageBytes) throw tooLarge(field)
    return await readFile(path, { signal })
  } catch (error) {
    signal.throwIfAborted()
    const code = errorCode(error)
    if (code === null || !code.startsWith('E')) throw error
    throw failure('INVALID_INPUT', 'path-unreadable', { field, path, detail: code }, error)
  }
}

function tooLarge(field: string): Error {
  return failure('INVALID_INPUT', 'image-too-large', { field, mebibytes: maxImageBytes / 1024 / 1024 })
}

/** Judged by the first bytes: file names and the client's claims may be wrong. */
function mediaTypeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}
