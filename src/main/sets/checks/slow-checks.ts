import type { CheckResult } from '../../../shared/sets/checks'
import { checkFormValues } from '../../runs/forms/check-form-values'
import type { SlowCheck } from './answer-checker'

/** Runs a check that may take forever, so call this in a thread that can be terminated. */
export function runSlowCheck(check: SlowCheck, text: string): CheckResult {
  if (check.kind === 'matches') return matches(check, text)
  const found = jsonIn(text)
  if (found === null) return { passed: false, problem: hasJson(text) ? 'text-around-json' : 'not-json' }
  return check.kind === 'json' ? { passed: true } : fits(check.schema, found.value)
}

function matches(
  { pattern, flags = '', not = false }: Extract<SlowCheck, { kind: 'matches' }>,
  text: string,
): CheckResult {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, flags)
  } catch (error) {
    return { passed: false, problem: 'bad-pattern', detail: messageOf(error) }
  }
  return { passed: expression.test(text) !== not }
}

function fits(schema: Record<string, unknown>, value: unknown): CheckResult {
  try {
    const [first] = checkFormValues(schema, value)
    if (first === undefined) return { passed: true }
    const where = first.field === '' ? '' : `${first.field} `
    return { passed: false, detail: `${where}${first.message}` }
  } catch (error) {
    return { passed: false, problem: 'bad-schema', detail: messageOf(error) }
  }
}

/** The JSON value that an answer consists of, possibly in one code block; null when it is something else. */
function jsonIn(text: string): { value: unknown } | null {
  const trimmed = text.trim()
  const block = /^(?<fence>`{3,}|~{3,})[^\n]*\n(?<inside>[^]*?)\n\k<fence>$/.exec(trimmed)
  try {
    return { value: JSON.parse(block?.groups?.['inside'] ?? trimmed) as unknown }
  } catch {
    return null
  }
}

/** More places than an answer has where JSON may begin, and where it may end. */
const mostPlaces = 50

/** True if a text contains an object or a list in JSON beside other words. */
function hasJson(text: string): boolean {
  const starts = [...text.matchAll(/[{[]/g)].slice(0, mostPlaces).map(({ index }) => index)
  const ends = [...text.matchAll(/[}\]]/g)].slice(-mostPlaces).map(({ index }) => index + 1)
  return starts.some((start) =>
    ends.toReversed().some((end) => {
      const part = text.slice(start, end)
      // A mark such as [1] is no answer in JSON.
      return end > start && /["{]/.test(part) && isJson(part)
    }),
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
