import { assertNever } from '../../../shared/invariant'
import type { Check, CheckResult } from '../../../shared/sets/checks'

/** The part of an answer that checks examine. */
export interface CheckedAnswer {
  text: string
  durationMs: number | null
  costUsd: number | null
}

/** A check that may take long, and so runs in a thread. */
export type SlowCheck = Extract<Check, { kind: 'matches' | 'json' | 'json-schema' }>
/** A check that needs the folder of an agent. */
export type FolderCheck = Extract<Check, { kind: 'command' }>
type QuickCheck = Exclude<Check, SlowCheck | FolderCheck>

/** True if the check takes no longer than reading the answer once. */
export function isQuick(check: Check): check is QuickCheck {
  const { kind } = check
  return kind !== 'matches' && kind !== 'json' && kind !== 'json-schema' && kind !== 'command'
}

/** Runs a check that needs no thread. */
export function runQuickCheck(check: QuickCheck, answer: CheckedAnswer): CheckResult {
  const { text, durationMs, costUsd } = answer
  switch (check.kind) {
    case 'contains': {
      const fold = folding(check.ignoreCase)
      return { passed: fold(text).includes(fold(check.value)) !== (check.not ?? false) }
    }
    case 'equals': {
      const fold = folding(check.ignoreCase)
      return { passed: (fold(text.trim()) === fold(check.value.trim())) !== (check.not ?? false) }
    }
    case 'length': {
      const { length } = text.trim()
      if (check.min !== undefined && length < check.min) return { passed: false, problem: 'too-short' }
      if (check.max !== undefined && length > check.max) return { passed: false, problem: 'too-long' }
      return { passed: true }
    }
    case 'time':
      return { passed: durationMs !== null && durationMs <= check.maxMs }
    case 'cost':
      if (costUsd === null) return { passed: false, problem: 'price-unknown' }
      return { passed: costUsd <= check.maxUsd }
    default:
      return assertNever(check)
  }
}

/** Canonically equivalent texts are equal: é as one character, or as e with an accent. */
function folding(ignoreCase = false): (text: string) => string {
  return (text) => {
    const normal = text.normalize('NFC')
    return ignoreCase ? normal.toLowerCase() : normal
  }
}
