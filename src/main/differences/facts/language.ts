/** The languages whose numbers, dates and names are recognized. */
export type TextLanguage = 'en' | 'de'

const sampleChars = 20_000
const germanWords =
  /(?<![\p{L}])(?:der|die|das|und|ist|nicht|mit|für|von|ein|eine|auf|im|sind|wird|hat)(?![\p{L}])/giu
const englishWords = /(?<![\p{L}])(?:the|and|is|of|to|for|with|an|are|not|that|it|has|was)(?![\p{L}])/giu

/** The language that a text is written in, by its most frequent words; English if there are none. */
export function languageOf(text: string): TextLanguage {
  const sample = text.slice(0, sampleChars)
  return countOf(sample, germanWords) > countOf(sample, englishWords) ? 'de' : 'en'
}

function countOf(text: string, words: RegExp): number {
  return text.match(words)?.length ?? 0
}
