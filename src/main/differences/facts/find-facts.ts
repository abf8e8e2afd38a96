import type { AnswerBlock, AnswerText } from '../text/answer-text'
import type { WorkBudget } from '../matching/work-budget'
import { readDates } from './dates'
import { type Fact, type ReadFact, readFacts } from './fact'
import { languageOf, type TextLanguage } from './language'
import { readNumbers } from './numbers'

/** Text of a block that is read at once, so that the budget is checked in between. */
const maxPieceChars = 20_000

/** The numbers, dates, names and identifiers that an answer states, in order. */
export function findFacts({ source, blocks, words }: AnswerText, budget: WorkBudget): Fact[] {
  const language = languageOf(source)
  const facts: Fact[] = []
  for (const block of blocks) {
    for (let from = block.contentFrom; from < block.to; from += maxPieceChars) {
      const text = source.slice(from, Math.min(block.to, from + maxPieceChars))
      if (!budget.allows(1 + text.length / 10)) return facts
      for (const fact of factsOf(text, block, language)) {
        if (fact.isUnsure === true && words.has(fact.value.toLowerCase())) continue
        facts.push({ ...fact, from: fact.from + from, to: fact.to + from })
      }
    }
  }
  return facts
}

function factsOf(text: string, { kind }: AnswerBlock, language: TextLanguage): Fact[] {
  const facts: Fact[] = []
  const rest = readDates(readCodeNames(text, facts), language, facts)
  const words = readNumbers(rest, language, facts)
  if (kind !== 'code' && kind !== 'math') readNames(words, language, kind === 'heading', facts)
  return facts.toSorted((one, other) => one.from - other.from)
}

const inlineCode = /(?<!`)`(?!`)([^`\n\ue000]{1,100})`(?!`)/g
const word = String.raw`[A-Za-z_$][\w$]{0,60}`
const identifier = new RegExp(
  [
    String.raw`(?<![\w$./@-])(?:`,
    // A call, also of a member.
    String.raw`(?:${word}(?:\.${word}){0,5})(?=\()|`,
    // Joined by underscores or capitals, and options of a command.
    String.raw`[A-Za-z][A-Za-z0-9]{0,40}(?:_[A-Za-z0-9]{1,40}){1,8}|[a-z]{2,40}(?:[A-Z][a-z0-9]{1,40}){1,8}|`,
    String.raw`--[a-z][a-z0-9-]{1,40})(?!\w)`,
  ].join(''),
  'g',
)
const address = /\b(?:https?|ftp):\/\/[^\s<>()"'\ue000]{1,2000}/g

/** Most prose has none of these, which is quick to tell. */
const mayHoldCode = /[`_(]|:\/\/|--[a-z]|[a-z][A-Z]/

/** Reads inline code, identifiers and addresses. Returns the rest. */
function readCodeNames(text: string, facts: Fact[]): string {
  if (!mayHoldCode.test(text)) return text
  const rest = readFacts(text, address, ([url]) => codeFact(url.replace(/[.,;:!?]+$/, '')), facts)
  const prose = readFacts(
    rest,
    inlineCode,
    ([, code = '']) => codeFact(code.trim().replace(/\(\)$/, '')),
    facts,
  )
  return readFacts(prose, identifier, ([found]) => codeFact(found), facts)
}

function codeFact(value: string): ReadFact | null {
  return value === '' ? null : { kind: 'code', value }
}

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

/** The words before a German noun rather than a name: an article or an adjective. */
const precedesNoun = /(?:^|[^\p{L}])(?:\p{L}*(?:e|en|er|es|em)|das|zum|zur|am|im|ein|kein) $/u
const nounEnding = /(?:ung|heit|keit|schaft|tion|tät)(?:en)?$/

/**
 * Reads names: capitalized words inside a sentence, alone or several in a row. German nouns are capitalized too, so there
 * a single one is unsure, as is the first word of a sentence in any language.
 */
function readNames(text: string, language: TextLanguage, isHeading: boolean, facts: Fact[]): void {
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
    const isSure = words.some((each) => unlikeWord.test(each)) || (words.length > 1 && !isHeading)
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
