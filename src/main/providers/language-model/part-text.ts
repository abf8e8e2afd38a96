import type { FormPart } from '../../../shared/messages'

/** A form as a model reads it: what was asked, and the values when they were given. */
export function formText(part: FormPart): string {
  if (part.isDeclined === true) return `[The user declined to fill in the form "${part.title}".]`
  if (part.values === undefined) return `[The user was asked to fill in the form "${part.title}".]`
  const lines = Object.entries(part.values).map(([name, value]) => `${name}: ${valueText(value)}`)
  return [`[The user filled in the form "${part.title}".]`, ...lines].join('\n')
}

/** A value of unknown shape as text: strings as they are, the rest as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
