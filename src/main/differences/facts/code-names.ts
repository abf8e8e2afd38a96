import { type Fact, type ReadFact, readFacts } from './fact'

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
export function readCodeNames(text: string, facts: Fact[]): string {
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
