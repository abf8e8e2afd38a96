import { extname } from 'node:path'

import { UnknownWordError } from '../parts/known-words.ts'

const types: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** The media type of an image, from its extension. @throws UnknownWordError not an extension of an image */
export function imageTypeOf(file: string): string {
  const ending = extname(file).toLowerCase()
  const type = types[ending]
  if (type === undefined)
    throw new UnknownWordError(ending, `the name of the image ${file}`, Object.keys(types))
  return type
}
