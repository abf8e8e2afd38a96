import { stripVTControlCharacters } from 'node:util'

const version = /(?<![\w.])v?(\d+\.\d+(?:\.\d+)?(?:[-+][\w.+-]*\w)?)(?![\w.]*\w)/
/** A version, and at most a note in brackets. */
const bareLine = new RegExp(`^${version.source}(?:\\s*\\(.*\\))?$`)
/** Lines about something else: warnings, updates and what else a shell or a package manager prints. */
const otherLine =
  /\b(?:warn(?:ing)?|update|upgrade|available|deprecat\w*|notice|node(?:\.js)?|npm|pnpm|yarn|bun|requires?|using|please)\b/i

/**
 * The version in what a program printed for `--version`: in the line that has nothing else, or names the program, rather
 * than in a banner or a warning. Null if there is none.
 */
export function versionIn(output: string, names: readonly string[]): string | null {
  const lines = stripVTControlCharacters(output)
    .replaceAll('\uFEFF', '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => version.test(line))
  const named = lines.filter((line) => names.some((name) => hasName(line, name)))
  const chosen =
    lines.find((line) => bareLine.test(line)) ??
    named.find((line) => !otherLine.test(line)) ??
    lines.find((line) => !otherLine.test(line)) ??
    named[0]
  return chosen === undefined ? null : (version.exec(chosen)?.[1] ?? null)
}

function hasName(line: string, name: string): boolean {
  return line.toLowerCase().includes(name.toLowerCase())
}
