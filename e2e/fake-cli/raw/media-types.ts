import { extname } from 'node:path'

const types: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** By the ending of its name; null for what is no image. */
export function imageTypeOf(file: string): string | null {
  return types[extname(file).toLowerCase()] ?? null
}

/** The images that a prompt names as `@file`. */
export function imagesInPrompt(prompt: string): string[] {
  const names = prompt.match(/@(?:\\.|[^\s\\])+/g) ?? []
  return names.flatMap((name) => imageTypeOf(name) ?? [])
}
