/** Texts that have more to draw, in turn: one per frame, however many there are. */
const waiting = new Set<() => void>()
let frame: number | null = null

/** Calls `drawMore` in a frame of its own. Returns a function that takes it back. */
export function takeTurn(drawMore: () => void): () => void {
  waiting.add(drawMore)
  frame ??= requestAnimationFrame(next)
  return () => {
    waiting.delete(drawMore)
  }
}

function next(): void {
  frame = null
  const [drawMore] = waiting
  if (drawMore === undefined) return
  waiting.delete(drawMore)
  if (waiting.size > 0) frame = requestAnimationFrame(next)
  drawMore()
}
