import type { Fact } from './fact'
import type { TextLanguage } from './language'

// Looking behind only after a capital is several times as fast.
const start = String.raw`\p{Lu}(?<![\p{L}\p{M}\p{N}_\ue000]\p{Lu})`
const rest = String.raw`[\p{L}\p{M}\p{N}’'-]{0,40}`
const name = new RegExp(String.raw`${start}${rest}(?: \p{Lu}${rest}){0,5}`, 'gu')
/** Before the first word of a sentence, table cell or item. */
const startsSentence = /(?:^|[.!?:;…\n|>])["'“„‚‘«(*_\s\ue000-]*$/
/** `NATO`, `GPT-4`, `OpenAI`. */
const unlikeWord = /^\p{Lu}.*[\p{Lu}\p{N}]/u
/** Capitalized only because they begin a sentence. */
const ordinary = new Set(
  (
    'the a an in on at it its this that these those if when while for and but or as by to from with use you your we our i he ' +
    'she they my there here then so not no yes both each all some most many one first second next finally however also although ' +
    'because since after before during how what why where who which let note example der die das dem den des ein eine einen ' +
    'einem einer im am es sie er wir ihr ich wenn für mit und aber oder bei nach von vom zu zum zur auf aus als an um durch ' +
    'dies diese dieser dieses hier dann auch nur noch nicht kein keine wie was warum wo wer seit während obwohl beide jede alle'
  ).split(' '),
)

/** What precedes a German noun rather than a name: an article or an adjective. */
const precedesNoun = /(?:^|[^\p{L}])(?:\p{L}*(?:e|en|er|es|em)|das|zum|zur|am|im|ein|kein) $/u
const nounEnding = /(?:ung|heit|keit|schaft|tion|tät)(?:en)?$/

/**
 * Reads names: capitalized words inside a sentence, alone or several in a row. German nouns are capitalized too, so there
 * a single one is unsure, as is the first word of a sentence in any language.
 */
export function readNames(text: string, language: TextLanguage, isHeading: boolean, facts: Fact[]): void {
  for (const match of text.matchAll(name)) {
    const isStart = isHeading || startsSentence.test(text.slice(Math.max(0, match.index - 12), match.index))
    const words = match[0]
      .replace(/['’]s?$/, '')
      .replace(/-+$/, '')
      .split(' ')
    let from = match.index
    while (words.length > 0 && ordinary.has(words[0]?.toLowerCase() ?? '')) {
      from += (words.shift()?.length ?? 0) + 1
    }
    const value = words.join(' ')
    if (value.length < 2) continue
    const isSure = words.some((word) => unlikeWord.test(word)) || (words.length > 1 && !isHeading)
    if (isHeading && !isSure) continue
    const isInside = !isStart || from > match.index
    if (!isSure && language === 'de' && isNoun(value, text.slice(Math.max(0, from - 24), from))) continue
    facts.push({
      kind: 'name',
      value,
      from,
      to: from + value.length,
      ...(isSure || (isInside && language === 'en') ? {} : { isUnsure: true as const }),
    })
  }
}

function isNoun(value: string, before: string): boolean {
  return precedesNoun.test(before) || nounEnding.test(value)
}
