/** How much of the end is searched for a sentence. */
const examinedChars = 600
const sentenceEnd = /[.!?…:](?=\s)|[。！？]|\n/g
const marks = /^[\s>#*_\-\d.)]+|[*_`]/g

/** The last complete sentence or line of a growing text; empty before there is one. */
export function lastThought(text: string): string {
  const end = text.slice(-examinedChars)
  const isCut = text.length > examinedChars
  const stops = [...end.matchAll(sentenceEnd)].map(({ index, 0: stop }) => index + stop.length)
  const sentences = stops.map((stop, index) => end.slice(stops[index - 1] ?? 0, stop))
  // The first sentence of a truncated text lacks its start.
  if (isCut && sentences.length > 1) sentences.shift()
  return (
    sentences
      .map((sentence) => sentence.replaceAll(marks, '').trim())
      .findLast((words) => words.length > 2) ?? ''
  )
}
