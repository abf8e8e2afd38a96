/** `{{name}}`, or with a backslash, text that only looks like a variable. */
const variable = /(?<escape>\\?)\{\{\s*(?<name>[\p{L}_][\p{L}\p{N}_ .-]{0,59}?)\s*\}\}/gu

/** A piece of a prompt: plain text, or a variable as written. */
export interface PromptPiece {
  text: string
  /** The name of the variable; null for plain text. */
  variable: string | null
}

/** Splits a text into pieces, so that its variables can be highlighted. */
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

/** The names of a prompt's variables, without duplicates, in order of appearance. */
export function promptVariables(text: string): string[] {
  return [...new Set(promptPieces(text).flatMap(({ variable: name }) => name ?? []))]
}

/** Fills in a prompt's variables. Values are plain text, whatever they look like. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(variable, (written: string, escape: string, name: string) =>
    escape === '' ? (Object.hasOwn(values, name) ? (values[name] ?? '') : written) : written.slice(1),
  )
}

/** Variables that Parley fills in. */
export const ownVariables = ['clipboard', 'date'] as const
