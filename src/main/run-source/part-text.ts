import type { FormPart, ToolCallPart } from '../../shared/sessions/messages'

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

/** What a model reads of one call is enough to know what was done. */
const maxCallChars = 300

/** A call of an agent as another model reads it: what was done to what, without what came of it. */
export function agentCallText(call: ToolCallPart): string {
  const files = (call.changes ?? []).map(({ kind, path }) => `${kind} ${path}`).join(', ')
  const what = files === '' ? (call.title ?? `${call.toolName} ${valueText(call.input)}`) : files
  const line = what.replaceAll(/\s+/gu, ' ').trim()
  const shown = line.length > maxCallChars ? `${line.slice(0, maxCallChars).toWellFormed()}…` : line
  const end = call.state === 'done' ? '' : ` (${call.state})`
  return `\n[The agent used a tool: ${shown}${end}]\n`
}
