import { wireLimits } from './limits'

/**
 * Whether `value` is surely larger than a frame may be, or has more values in it. It counts without encoding, and never
 * more bytes than the JSON of `value` has, so that nothing is refused that a socket would let through. It ends for cycles
 * too, and takes no more memory than a frame may have values.
 */
export function exceedsFrameLimit(value: unknown): boolean {
  let bytes = 0
  let values = 0
  const unvisited: unknown[] = [value]
  while (unvisited.length > 0 && bytes <= wireLimits.frameBytes && values <= wireLimits.frameValues) {
    const next = unvisited.pop()
    values += 1
    if (typeof next === 'string') bytes += next.length + 2
    else if (typeof next !== 'object' || next === null) bytes += 1
    else if (next instanceof ArrayBuffer || ArrayBuffer.isView(next)) bytes += next.byteLength
    else if (Array.isArray(next)) {
      bytes += 2
      // A list may say that it is longer than memory, and hold nothing.
      if (values + unvisited.length + next.length > wireLimits.frameValues) return true
      for (const child of next) unvisited.push(child)
    } else {
      bytes += 2
      for (const [key, child] of Object.entries(next)) {
        if (child === undefined) continue
        bytes += key.length + 3
        unvisited.push(child)
      }
    }
  }
  return bytes > wireLimits.frameBytes || values > wireLimits.frameValues
}
