const sampleChars = 2_000

/** Scripts that one language uses most, by its code. A text in several of them counts for the first that is frequent. */
const scripts: readonly [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['fa', /[پچژگ]/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
]
/** Some letters of these languages are rare among those that they share with others. */
const rareShare = 0.02
const usualShare = 0.2

/** The most common words of languages in Latin letters. */
export const commonWords = {
  en: 'the and is of to in for with that what how are you this my it can do i a which why where who when does write explain me please from have has was were will would could should there not if all any no many much than then just about into make give get need use',
  de: 'der die das und ist nicht mit für von ein eine wie was ich auf im zu den wird sind welche warum wo wer bitte mir es du kann',
  fr: 'le la les et est une des pour dans que qui avec sur pas comment je du ce quel quelle quels où pourquoi qui explique écris un',
  es: 'el la los las y es una para con que en por cómo qué del mi no se un cuál dónde explica escribe este cuándo',
  it: 'il lo gli e è una per con che di come cosa non del della mi sono un quale perché',
  pt: 'o os as e é uma para com que em não como do da meu um você qual são por',
  nl: 'de het een en is van voor met niet wat hoe ik zijn op dat je kan aan er naar',
  sv: 'och är att en det som för med inte hur vad jag på av den till kan ett om',
  da: 'og er at en det som for med ikke hvordan hvad jeg på af den til kan et om',
  pl: 'i jest w na nie z do to jak co się że dla są czy mój jakie po od o',
  cs: 'a je v na se že jak co pro s do to jsou není mi jaký které z o když',
  tr: 've bir bu için ile nasıl ne mi değil olarak çok var da de nedir gibi daha en ben mı',
  id: 'dan yang di untuk dengan apa bagaimana ini itu dari saya tidak adalah ke pada bisa dalam',
  vi: 'và là của có cho không như thế nào một được trong với tôi gì các này để những',
  fi: 'ja on ei että miten mitä se kun minä en ovat tai mutta kuin joka mikä voi ole',
  hu: 'a az és hogy nem egy van mi hogyan én ez meg de is vagy mit kell lehet milyen',
  ro: 'și este de la un o în pe cu nu care cum ce pentru din sunt mai să eu',
}

const wordSets = Object.entries(commonWords).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
)

/** The language that a text is most likely written in, as a code; null if nothing shows it. */
export function textLanguage(text: string): string | null {
  const sample = text.slice(0, sampleChars)
  const letters = countOf(sample, /\p{L}/gu)
  if (letters === 0) return null
  const byScript = scripts.find(([language, pattern]) => {
    const share = language === 'uk' || language === 'fa' ? rareShare : usualShare
    return countOf(sample, pattern) >= letters * share
  })
  if (byScript !== undefined) return byScript[0]
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  let [found, most]: [string | null, number] = [null, 0]
  for (const [language, common] of wordSets) {
    const count = words.reduce((sum, word) => sum + (common.has(word) ? 1 : 0), 0)
    if (count > most) [found, most] = [language, count]
  }
  return most >= Math.min(2, words.length) ? found : null
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** True for a code block, or several lines that end or begin as only code does. */
export function hasCode(text: string): boolean {
  if (/^\s{0,3}(?:```|~~~)/m.test(text)) return true
  const lines = text
    .slice(0, sampleChars * 5)
    .match(/[;{}]$|=>|^(?:import|from|def|class|function|const|let|var|#include|SELECT)\b.{3}/gm)
  return (lines?.length ?? 0) >= 2
}
