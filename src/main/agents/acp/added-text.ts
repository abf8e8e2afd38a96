/** As much of the end of a text as is looked for in the next one. */
const seamChars = 256

/** What `next` says beyond `previous`, where an agent gives all of its output again, or the newest part of it. */
export function addedText(previous: string, next: string): string {
  if (previous === '' || next.startsWith(previous)) return next.slice(previous.length)
  const seam = previous.slice(-seamChars)
  const at = next.lastIndexOf(seam)
  return at === -1 ? next : next.slice(at + seam.length)
}
