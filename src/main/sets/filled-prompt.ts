import type { Check } from '../../shared/sets/checks'
import { fillVariables } from '../../shared/sets/fill-variables'
import type { PromptContent } from '../../shared/sets/sets'
import type { RunPrompt } from '../store/sets/stored-answers'

/** The prompt as it is sent and checked: with a value for each variable that has one. */
export function filledPrompt({ text, systemPrompt, values, checks }: PromptContent): RunPrompt {
  return {
    text: fillVariables(text, values),
    systemPrompt: systemPrompt === null ? null : fillVariables(systemPrompt, values),
    checks: checks.map((check) => filledCheck(check, values)),
  }
}

function filledCheck(check: Check, values: PromptContent['values']): Check {
  return check.kind === 'contains' || check.kind === 'equals'
    ? { ...check, value: fillVariables(check.value, values) }
    : check
}
