import { isRecord } from '../../../shared/record'
import type { Check } from '../../../shared/sets/checks'
import { check } from '../../../shared/sets/schema'
import { plainText } from './plain-text'

/**
 * The checks that are equivalent to an assertion of promptfoo. If there are none, the name of the assertion. Scripts are
 * never run: only those that Parley writes are recognised.
 * @see https://www.promptfoo.dev/docs/configuration/expected-outputs/
 */
export function checksOf(assertion: unknown, fill: (text: string) => string | null): Check[] | string {
  if (!isRecord(assertion) || typeof assertion['type'] !== 'string') return 'assert'
  const { type, value, threshold, weight } = assertion
  // What is checked would be another text, or it would not count.
  if ('transform' in assertion) return `${type} (transform)`
  if (weight === 0) return `${type} (weight)`
  if (typeof value === 'string' && /^(?:file|package):\S+$/.test(value)) return `${type}: ${value}`
  const texts = (Array.isArray(value) ? value : [value]).map((each) => textOf(each, fill))
  const isNot = type.startsWith('not-')
  const found = equivalentOf(isNot ? type.slice('not-'.length) : type, { value, texts, threshold, isNot })
  const isComplete = found.length > 0 && found.every((each) => check.safeParse(each).success)
  return isComplete ? (found as Check[]) : type
}

function textOf(value: unknown, fill: (text: string) => string | null): string | null {
  return typeof value === 'string' ? fill(value) : plainText(value)
}

interface Asserted {
  value: unknown
  /** The value, or the values of a list, with variables filled in; null for one that is no text. */
  texts: readonly (string | null)[]
  threshold: unknown
  isNot: boolean
}

/** The checks, not validated. */
function equivalentOf(type: string, { value, texts, threshold, isNot }: Asserted): object[] {
  const not = isNot ? { not: true } : {}
  const ignoreCase = type.startsWith('i') && type !== 'is-json' ? { ignoreCase: true } : {}
  const [text = null] = texts
  const isSingle = !Array.isArray(value) && text !== null
  const all = Array.isArray(value) ? texts : (text?.split(',').map((part) => part.trim()) ?? [])
  switch (type) {
    case 'contains':
    case 'icontains':
      return isSingle ? [{ kind: 'contains', value: text, ...ignoreCase, ...not }] : []
    case 'contains-all':
    case 'icontains-all':
      return isNot ? [] : all.map((part) => ({ kind: 'contains', value: part, ...ignoreCase }))
    case 'contains-any':
    case 'icontains-any':
      return all.includes(null)
        ? []
        : [{ kind: 'matches', pattern: anyOf(all), ...(type.startsWith('i') ? { flags: 'i' } : {}), ...not }]
    case 'starts-with':
      return isSingle ? [{ kind: 'matches', pattern: `^${anyOf([text])}`, ...not }] : []
    case 'equals':
      return isSingle ? [{ kind: 'equals', value: text, ...not }] : []
    case 'regex':
      return isSingle ? [{ kind: 'matches', pattern: text, ...not }] : []
    case 'is-json':
      if (isNot) return []
      return value === undefined ? [{ kind: 'json' }] : [{ kind: 'json-schema', schema: value }]
    case 'word-count':
      return isNot ? [] : wordCount(value)
    case 'latency':
      return isNot ? [] : [{ kind: 'time', maxMs: threshold }]
    case 'cost':
      return isNot ? [] : [{ kind: 'cost', maxUsd: threshold }]
    case 'javascript':
      return isSingle && !isNot ? ownScript(text) : []
    default:
      return []
  }
}

/** A pattern for any of these texts. */
export function anyOf(texts: readonly (string | null)[]): string {
  const escaped = texts.map((text) => (text ?? '').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  return `(?:${escaped.join('|')})`
}

function wordCount(value: unknown): object[] {
  const { min = 1, max = '' } = isRecord(value) ? value : { min: value, max: value }
  const isCounted = [min, max].every(
    (count) => count === '' || (Number.isSafeInteger(count) && Number(count) > 0),
  )
  const [from, to] = [Number(min) - 1, max === '' ? '' : Number(max) - 1]
  return isCounted ? [{ kind: 'matches', pattern: String.raw`^\s*(?:\S+\s+){${from},${to}}\S+\s*$` }] : []
}

/** What `set-export.ts` writes as a script. */
function ownScript(script: string): object[] {
  const [, equal, lower, isEqual] =
    /^\(output\.trim\(\)(?:\.toLowerCase\(\))? === (".*?")(\.toLowerCase\(\))?\) !== (true|false)$/s.exec(
      script,
    ) ?? []
  if (equal !== undefined) {
    const ignoreCase = lower === undefined ? {} : { ignoreCase: true }
    return [
      { kind: 'equals', value: parsed(equal), ...ignoreCase, ...(isEqual === 'true' ? { not: true } : {}) },
    ]
  }
  const [, pattern, flags, isMatch] =
    /^new RegExp\((".*"), "([a-z]*)"\)\.test\(output\) !== (true|false)$/s.exec(script) ?? []
  if (pattern !== undefined) {
    const named = flags === '' ? {} : { flags }
    return [
      { kind: 'matches', pattern: parsed(pattern), ...named, ...(isMatch === 'true' ? { not: true } : {}) },
    ]
  }
  const [, min, max] =
    /^output\.trim\(\)\.length >= (\d+)(?: && output\.trim\(\)\.length <= (\d+))?$/.exec(script) ?? []
  if (min === undefined) return []
  const atMost = max === undefined ? {} : { max: Number(max) }
  return [{ kind: 'length', ...(min === '0' && max !== undefined ? {} : { min: Number(min) }), ...atMost }]
}

function parsed(quoted: string): unknown {
  try {
    return JSON.parse(quoted)
  } catch {
    return null
  }
}
