import { lookupTable } from '../../../shared/lookup-table'
import type { AgentRequest } from '../agent'

const endings = lookupTable({
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
})

/** The file names of a request's images. */
export function imageNames({ images }: AgentRequest): string[] {
  return images.map(({ mediaType }, index) => `image-${index + 1}.${endings.get(mediaType) ?? 'png'}`)
}

/** A request's images as files. */
export function imageFiles(request: AgentRequest): { name: string; content: Uint8Array }[] {
  const names = imageNames(request)
  return request.images.map(({ bytes }, index) => ({
    name: names[index] ?? `image-${index + 1}`,
    content: bytes,
  }))
}
