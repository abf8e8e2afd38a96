import { wireLimits } from './definitions/limits'

/**
 * True if `value` certainly exceeds the size or the number of values of a frame. It counts without encoding and never
 * overestimates, so it rejects nothing that a socket would accept. It terminates for cycles, and its memory is bounded
 * by the number of values in a frame.
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
      // A sparse array may claim to be longer than memory.
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
