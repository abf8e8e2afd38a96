import type { Check } from '../../shared/sets/checks'
import type { PromptContent } from '../../shared/sets/sets'
import type { RunPrompt } from '../store/sets/set-run-store'

/** The prompt as it is sent and checked: with a value for each variable that has one. */
export function filledPrompt({ text, systemPrompt, values, checks }: PromptContent): RunPrompt {
  return {
    text: fillVariables(text, values),
    systemPrompt: systemPrompt === null ? null : fillVariables(systemPrompt, values),
    checks: checks.map((check) => filledCheck(check, values)),
  }
}

/** Replaces each `{{name}}` that has a value. Values are not searched for further variables. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(?<name>[^{}]{1,200})\}\}/g, (written, name: string) => {
    const key = name.trim()
    return Object.hasOwn(values, key) ? (values[key] ?? written) : written
  })
}

function filledCheck(check: Check, values: PromptContent['values']): Check {
  return check.kind === 'contains' || check.kind === 'equals'
    ? { ...check, value: fillVariables(check.value, values) }
    : check
}
