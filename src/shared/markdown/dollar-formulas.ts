import { unspaced } from './scripts'

/** Text enclosed by two dollar signs; a letter or digit beside a sign belongs to a price or a name. */
const between = String.raw`\$(?![\s$])((?:\\[^\n]|[^\\$\n${'`'}])+?)(?<!\s)\$(?![\p{Script=Latin}\p{N}$])`
const mayNotPrecede = String.raw`[\p{Script=Latin}\p{N}$\\]`
const formula = new RegExp(`^${between}`, 'u')
const formulas = new RegExp(`(?<!${mayNotPrecede})${between}`, 'gu')
const endsInName = new RegExp(`${mayNotPrecede}$`, 'u')
const endsInLetter = /[\p{L}\p{M}]$/u
const beginsWithLetter = /^\p{L}/u
const amountAndWords = new RegExp(String.raw`^\d[^\\^_={}]*(?<!\\)(?:\p{L}{2,}|[${unspaced}])`, 'u')
const onlyWords = /^[\p{L}\s,.;:!?'’"-]*\p{L}{2,}[,.;:!?]?\s[\p{L}\s,.;:!?'’"-]*$/u
/** Characters that a formula that touches words cannot contain outside braces, or only with a sign. */
const endsClause = /(?![\0-\x7f])\p{P}/u
const wordLetter = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}/u
const signBesideWords = new RegExp(String.raw`[\\^=]|_[${unspaced}]`, 'u')

/** The formula between dollar signs at the start of `source`; null if the signs are those of prices or names. */
export function dollarFormula(source: string, before: string): { raw: string; text: string } | null {
  if (endsInName.test(before)) return null
  const [raw, text] = formula.exec(source) ?? []
  if (raw === undefined || text === undefined || isProse(text)) return null
  // In scripts without spaces, a letter beside a sign may be any word.
  const touchesWords = endsInLetter.test(before) || beginsWithLetter.test(source.slice(raw.length))
  return touchesWords && isBetweenDollars(text) ? null : { raw, text }
}

/** Changes the formulas between dollar signs in a line. */
export function replaceDollarFormulas(line: string, change: (raw: string) => string): string {
  return line.replaceAll(formulas, (raw, text: string) => (isProse(text) ? raw : change(raw)))
}

function isProse(text: string): boolean {
  return amountAndWords.test(text) || onlyWords.test(text)
}

/** True if words between two dollar signs, such as those of prices, touch the signs. */
function isBetweenDollars(text: string): boolean {
  const outside = text.replaceAll(/\{[^{}]*\}/g, '')
  return endsClause.test(outside) || (wordLetter.test(outside) && !signBesideWords.test(outside))
}
