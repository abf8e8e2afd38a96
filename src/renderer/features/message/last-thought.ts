/** So much of the end is looked through for a sentence. */
const lookedAtChars = 600
const sentenceEnd = /[.!?…:](?=\s)|[。！？]|\n/g
const marks = /^[\s>#*_\-\d.)]+|[*_`]/g

/** The last whole sentence or line of a text that grows; empty before there is one. */
export function lastThought(text: string): string {
  const end = text.slice(-lookedAtChars)
  const isCut = text.length > lookedAtChars
  const stops = [...end.matchAll(sentenceEnd)].map(({ index, 0: stop }) => index + stop.length)
  const sentences = stops.map((stop, index) => end.slice(stops[index - 1] ?? 0, stop))
  // The first of a cut text lacks its beginning.
  if (isCut && sentences.length > 1) sentences.shift()
  return (
    sentences
      .map((sentence) => sentence.replaceAll(marks, '').trim())
      .findLast((words) => words.length > 2) ?? ''
  )
}
