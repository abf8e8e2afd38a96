import type { Token, Tokens } from 'marked'

import { isBareReference, type MathToken } from './math-tokens'

/** The numbers of the formulas in a text, by label. */
export type FormulaNumbers = ReadonlyMap<string, string>

/** One object for all texts without labels, so that nothing is drawn again for them. */
export const noNumbers: FormulaNumbers = new Map()

/** A command of TeX that the math library draws otherwise or not at all. */
interface Command {
  name: string
  /** The content of its braces. */
  value: string
  at: number
  end: number
  /** The environments around it, without those that only say that this is a formula. */
  within: readonly string[]
}

/** A row of the outermost environment, or the whole formula if that has no rows. */
interface Row {
  labels: Command[]
  tags: Command[]
  end: number
}

const commands = /\\(?:(begin|end|label|ref|eqref|tag\*?|require)(?![a-zA-Z*])[ \t]*\{|[^])/g
const hasCommands = /\\(?:begin|label|ref|eqref|tag|require)(?![a-zA-Z])/
const isOnlyFormula = /^(?:equation|math|displaymath)\*?$/
const hasRows = /^(?:align|flalign|gather|alignat|eqnarray|aligned|gathered|alignedat)\*?$/
/** The library numbers each row of these; here, only rows with a label or a tag have a number. */
const numbered: ReadonlyMap<string, { alone: string; inside: string }> = new Map([
  ['align', { alone: 'align*', inside: 'aligned' }],
  ['flalign', { alone: 'align*', inside: 'aligned' }],
  ['gather', { alone: 'gather*', inside: 'gathered' }],
  ['multline', { alone: 'gather*', inside: 'gathered' }],
  ['alignat', { alone: 'alignat*', inside: 'alignedat' }],
])

/** The formulas with labels or tags in `tokens`, in order. */
export function labelledFormulas(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token): string[] => {
    // Neither the token nor its children can contain any.
    if (!/\\(?:label|tag)/.test(token.raw)) return []
    if (token.type === 'math') return [(token as unknown as MathToken).text]
    if (token.type === 'list')
      return (token as Tokens.List).items.flatMap((item) => labelledFormulas(item.tokens))
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      return [...header, ...rows.flat()].flatMap((cell) => labelledFormulas(cell.tokens))
    }
    return labelledFormulas(('tokens' in token ? token.tokens : undefined) ?? [])
  })
}

/** The number of each label: the tag of its row, or else the next number that is no tag. */
export function numberFormulas(formulas: readonly string[]): FormulaNumbers {
  if (formulas.length === 0) return noNumbers
  const rows = formulas.flatMap((text) => parse(text).rows)
  const tags = new Set(rows.flatMap((row) => row.tags.map(({ value }) => value)))
  const numbers = new Map<string, string>()
  let last = 0
  for (const row of rows) {
    const labels = row.labels.filter(({ value }) => !numbers.has(value))
    if (labels.length === 0) continue
    let number = row.tags[0]?.value
    while (number === undefined) {
      last += 1
      if (!tags.has(String(last))) number = String(last)
    }
    for (const { value } of labels) numbers.set(value, number)
  }
  return numbers
}

/** Options for drawing a formula. */
interface TexOptions {
  numbers: FormulaNumbers
  /** Numbers cannot be put at the margin, so they follow their row. */
  isInline: boolean
}

/**
 * The source of a formula as the math library draws it: with numbers instead of labels and references. Null for a
 * reference outside a formula if the text has no such label.
 */
export function drawableTex(token: MathToken, options: TexOptions): string | null {
  const { text } = token
  if (!hasCommands.test(text)) return text
  const parsed = parse(text)
  if (isBareReference(token) && parsed.commands.some(({ value }) => !options.numbers.has(value))) return null
  const edits = new Map(parsed.commands.map((command) => [command, replacement(command, options)]))
  const ends: { at: number; text: string }[] = []
  for (const row of parsed.rows) {
    const place = row.tags[0] ?? row.labels[0]
    if (place === undefined) continue
    const value = row.tags[0]?.value ?? options.numbers.get(place.value)
    if (value === undefined) continue
    const isBare = place.name === 'tag*'
    if (mayHaveMargin(place) && !options.isInline) {
      edits.set(place, `\\tag${isBare ? '*' : ''}{${value}}`)
    } else {
      edits.set(place, '')
      ends.push({ at: place.within.length === 0 ? text.length : row.end, text: numberInLine(value, isBare) })
    }
  }
  const changes = [...edits].map(([{ at, end }, changed]) => ({ at, end, text: changed }))
  return edited(text, [...changes, ...ends.map((each) => ({ ...each, end: each.at }))])
}

function replacement({ name, value, within }: Command, { numbers, isInline }: TexOptions): string {
  const number = numbers.get(value) ?? value
  switch (name) {
    case 'ref':
      return `\\text{${number}}`
    case 'eqref':
      return `\\text{(${number})}`
    case 'begin':
    case 'end':
      return environment(name, value, isInline || within.length > 0)
    case 'tag':
    case 'tag*':
      return numberInLine(value, name === 'tag*')
    default:
      return ''
  }
}

function environment(name: 'begin' | 'end', value: string, isInside: boolean): string {
  if (isOnlyFormula.test(value)) return ''
  const base = value.replace('*', '')
  if (base === 'eqnarray') return name === 'begin' ? '\\begin{array}{rcl}' : '\\end{array}'
  if (base === 'multlined') return `\\${name}{gathered}`
  const drawn = numbered.get(base)
  return `\\${name}{${drawn === undefined ? value : isInside ? drawn.inside : drawn.alone}}`
}

function numberInLine(value: string, isBare: boolean): string {
  return `\\qquad\\text{${isBare ? value : `(${value})`}}`
}

/** True if the library can put the number of a row at the margin. */
function mayHaveMargin({ within }: Command): boolean {
  const [outermost] = within
  return outermost === undefined || (within.length === 1 && numbered.has(outermost.replace('*', '')))
}

function parse(text: string): { commands: Command[]; rows: Row[] } {
  const found: Command[] = []
  const within: string[] = []
  let row: Row = { labels: [], tags: [], end: text.length }
  const rows = [row]
  const search = new RegExp(commands)
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const [written, name] = match
    const outermost = within[0]
    if (name === undefined) {
      if (written !== '\\\\' || within.length !== 1 || outermost === undefined || !hasRows.test(outermost))
        continue
      row.end = match.index
      row = { labels: [], tags: [], end: text.length }
      rows.push(row)
      continue
    }
    const close = closingBrace(text, search.lastIndex)
    if (close === -1) break
    const value = text.slice(search.lastIndex, close).trim()
    search.lastIndex = close + 1
    const isCounted = !isOnlyFormula.test(value)
    if (name === 'end' && isCounted) within.pop()
    if (name === 'end' && isCounted && within.length === 0) row.end = match.index
    const command = { name, value, at: match.index, end: close + 1, within: [...within] }
    found.push(command)
    if (name === 'begin' && isCounted) within.push(value)
    if (name === 'label') row.labels.push(command)
    if (name.startsWith('tag')) row.tags.push(command)
  }
  return { commands: found, rows }
}

/** The place of the brace that closes the one before `from`; -1 if there is none. */
function closingBrace(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

function edited(text: string, edits: { at: number; end: number; text: string }[]): string {
  let result = ''
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.at - other.at || one.end - other.end)) {
    result += text.slice(at, edit.at) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** Longest formula that is rendered, and longest one with chemistry or units, which takes much longer. */
const maxChars = 4_000
const maxChemistryChars = 1_000

/** True if a formula is short enough to be rendered; a longer one is shown as written. */
export function isShortFormula(text: string): boolean {
  return text.length <= (/\\(?:ce|pu)(?![a-zA-Z])/.test(text) ? maxChemistryChars : maxChars)
}

/** Options of the math library for untrusted formulas: nothing is loaded, and everything is bounded. */
export const mathOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 40,
} as const
