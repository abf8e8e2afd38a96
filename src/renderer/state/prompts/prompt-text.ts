/** `{{name}}`, or with a backslash before it what only looks like one. */
const variable = /(?<escape>\\?)\{\{\s*(?<name>[\p{L}_][\p{L}\p{N}_ .-]{0,59}?)\s*\}\}/gu

/** A stretch of a prompt: plain text, or a variable as it stands there. */
export interface PromptPiece {
  text: string
  /** What the variable is called; null for plain text. */
  variable: string | null
}

/** The whole text in pieces, so that its variables can be shown. */
export function promptPieces(text: string): PromptPiece[] {
  const pieces: PromptPiece[] = []
  let end = 0
  for (const match of text.matchAll(variable)) {
    if (match.groups?.['escape'] !== '') continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), variable: null })
    pieces.push({ text: match[0], variable: match.groups['name'] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), variable: null })
  return pieces
}

/** The names of the variables in a prompt, each once, in the order in which they come. */
export function promptVariables(text: string): string[] {
  return [...new Set(promptPieces(text).flatMap(({ variable: name }) => name ?? []))]
}

/** The prompt with its variables filled in. What stands in a value is text, whatever it looks like. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(variable, (written: string, escape: string, name: string) =>
    escape === '' ? (Object.hasOwn(values, name) ? (values[name] ?? '') : written) : written.slice(1),
  )
}

/** The variables that fill themselves. */
export const ownVariables = ['clipboard', 'date'] as const
