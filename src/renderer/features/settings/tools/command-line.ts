/**
 * The words of a command line. Double and single quotes group words; within double quotes, a backslash precedes a quote
 * or a backslash. Everywhere else it is an ordinary character, as in Windows paths.
 */
export function commandWords(line: string): string[] {
  const words: string[] = []
  const word = /(?:"(?:\\["\\]|[^"])*"?|'[^']*'?|[^\s"'])+/g
  for (const [raw] of line.matchAll(word)) {
    words.push(
      raw.replaceAll(/"((?:\\["\\]|[^"])*)"?|'([^']*)'?/g, (_whole, double?: string, single?: string) =>
        double === undefined ? (single ?? '') : double.replaceAll(/\\(["\\])/g, '$1'),
      ),
    )
  }
  return words
}

/** A command line that `commandWords` reads as these words. */
export function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[^\s"']+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(' ')
}
