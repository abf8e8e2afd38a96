/** How much of the end of a text is searched for in the next one. */
const seamChars = 256

/** The new part of `next`, for an agent that sends all of its output again, or the latest part of it. */
export function addedText(previous: string, next: string): string {
  if (previous === '' || next.startsWith(previous)) return next.slice(previous.length)
  const seam = previous.slice(-seamChars)
  const at = next.lastIndexOf(seam)
  return at === -1 ? next : next.slice(at + seam.length)
}
