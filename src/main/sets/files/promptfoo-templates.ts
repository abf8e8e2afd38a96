/**
 * Templates in configurations for promptfoo, as far as they have an equivalent: variables, quoted texts, comments, `dump`
 * and conditions on one variable. Nothing is evaluated.
 * @see https://mozilla.github.io/nunjucks/templating.html
 */

import { lookupTable } from '../../../shared/lookup-table'
import { valueAt } from '../../../shared/record'
import { plainText } from './plain-text'

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}_$][\p{L}\p{N}_$-]*)*`
const tag = new RegExp(
  [
    String.raw`\{\{-?\s*(?<variable>${name})(?<dump>\s*\|\s*dump)?\s*-?\}\}`,
    String.raw`\{\{-?\s*(?<text>"(?:[^"\\]|\\.){0,2000}"|'(?:[^'\\]|\\.){0,2000}')\s*-?\}\}`,
    String.raw`\{%-?\s*if\s+(?<condition>${name})\s*-?%\}`,
    String.raw`(?<end>\{%-?\s*endif\s*-?%\})`,
    String.raw`(?<comment>\{#(?:[^#]|#(?!\})){0,2000}#\})`,
    // Anything else that is a template, such as a filter.
    String.raw`(?<other>\{[\{%#](?:[^{}%]{0,80}[}%]\})?)`,
  ].join('|'),
  'gu',
)

/** A part of a template: `written` as it is, or what stands for it. */
export type TemplatePart = { written: string } & (
  | { kind: 'variable' | 'dump' | 'condition'; name: string }
  | { kind: 'text'; text: string }
  | { kind: 'plain' | 'end' | 'comment' | 'other' }
)

/** Splits a template. A condition inside of another one is no template that has an equivalent. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let from = 0
  let isConditional = false
  for (const match of template.matchAll(tag)) {
    const [written] = match
    if (match.index > from) parts.push({ kind: 'plain', written: template.slice(from, match.index) })
    from = match.index + written.length
    const part = partOf(written, match.groups ?? {})
    const isNested = part.kind === 'condition' ? isConditional : part.kind === 'end' && !isConditional
    if (part.kind === 'condition' || part.kind === 'end') isConditional = part.kind === 'condition'
    parts.push(isNested ? { kind: 'other', written } : part)
  }
  if (from < template.length) parts.push({ kind: 'plain', written: template.slice(from) })
  return isConditional ? [...parts, { kind: 'other', written: '{% if %}' }] : parts
}

function partOf(
  written: string,
  { variable, dump, text, condition, end, comment }: Readonly<Record<string, string | undefined>>,
): TemplatePart {
  if (variable !== undefined)
    return { kind: dump === undefined ? 'variable' : 'dump', name: variable, written }
  if (text !== undefined) return { kind: 'text', text: unquoted(text), written }
  if (condition !== undefined) return { kind: 'condition', name: condition, written }
  if (end !== undefined) return { kind: 'end', written }
  return { kind: comment === undefined ? 'other' : 'comment', written }
}

const escapes = lookupTable({ n: '\n', r: '\r', t: '\t' })

function unquoted(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(?<escaped>[^])/g, (_, escaped: string) => escapes.get(escaped) ?? escaped)
}

/** The variables of one test. */
export class TestVariables {
  readonly #given: Readonly<Record<string, unknown>>
  readonly #maxChars: number
  readonly #filled = new Map<string, string | null>()
  #depth = 0

  /** Templates in values that have no equivalent, which stay as written. */
  readonly unread = new Set<string>()

  /** Texts longer than `maxChars` are refused: values may contain variables, so they can grow without bound. */
  constructor(given: Readonly<Record<string, unknown>>, maxChars: number) {
    this.#given = given
    this.#maxChars = maxChars
  }

  /** The value of a variable as text; undefined if there is none, null if it is too long or refers to itself. */
  valueOf(path: string): string | null | undefined {
    const known = this.#filled.get(path)
    if (known !== undefined) return known
    const value = valueAt(this.#given, path.split('.'))
    if (value === undefined || value === null) return undefined
    const text = plainText(value) ?? JSON.stringify(value)
    this.#filled.set(path, null)
    const filled = this.fill(text)
    this.#filled.set(path, filled)
    return filled
  }

  /** The text with the values of its variables; those without one stay as written. Null if it is too long. */
  fill(template: string): string | null {
    // As deep as promptfoo looks.
    if (this.#depth > 5) return null
    this.#depth += 1
    try {
      return this.#fill(templateParts(template))
    } finally {
      this.#depth -= 1
    }
  }

  #fill(parts: readonly TemplatePart[]): string | null {
    let filled = ''
    let isLeftOut = false
    for (const part of parts) {
      if (part.kind === 'condition') isLeftOut = (this.valueOf(part.name) ?? '') === ''
      else if (part.kind === 'end') isLeftOut = false
      else if (!isLeftOut) {
        const text = this.#textOf(part)
        if (text === null || filled.length + text.length > this.#maxChars) return null
        filled += text
      }
    }
    return filled
  }

  #textOf(part: TemplatePart): string | null {
    if (part.kind === 'text') return part.text
    if (part.kind === 'comment') return ''
    if (part.kind === 'variable' || part.kind === 'dump') {
      const value = this.valueOf(part.name)
      if (value === null) return null
      return part.kind === 'dump' ? JSON.stringify(value ?? '') : (value ?? part.written)
    }
    if (part.kind === 'other') this.unread.add(part.written)
    return part.written
  }
}
