import { oneLine } from '../../shared/text/one-line'
import type { FormPart, ToolCallPart } from '../../shared/sessions/messages'

/** A form as text for a model: its title, and the values if the user submitted them. */
export function formText(part: FormPart): string {
  if (part.isDeclined === true) return `[The user declined to fill in the form "${part.title}".]`
  if (part.values === undefined) return `[The user was asked to fill in the form "${part.title}".]`
  const lines = Object.entries(part.values).map(([name, value]) => `${name}: ${valueText(value)}`)
  return [`[The user filled in the form "${part.title}".]`, ...lines].join('\n')
}

/** A value of unknown shape as text: strings unchanged, everything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Enough for a model to know what a call did. */
const maxCallChars = 300

/** An agent's tool call as text for another model, without its result. */
export function agentCallText(call: ToolCallPart): string {
  const files = (call.changes ?? []).map(({ kind, path }) => `${kind} ${path}`).join(', ')
  const what = files === '' ? (call.title ?? `${call.toolName} ${valueText(call.input)}`) : files
  const line = oneLine(what)
  const shown = line.length > maxCallChars ? `${line.slice(0, maxCallChars).toWellFormed()}…` : line
  const end = call.state === 'done' ? '' : ` (${call.state})`
  return `\n[The agent used a tool: ${shown}${end}]\n`
}
