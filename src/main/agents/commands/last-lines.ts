import { stripVTControlCharacters } from 'node:util'

import type { CommandResult } from '../../../shared/agents/command-checks'

/**
 * The last lines of a program's output as a terminal would show them: without colours, and with only the last state of
 * a line that was overwritten, such as a progress bar. Each line is cut at `lineChars`.
 */
export function lastLines(
  output: string,
  { outputLines, lineChars }: { outputLines: number; lineChars: number },
): Pick<CommandResult, 'output' | 'isCut'> {
  const lines = stripVTControlCharacters(output).replaceAll('\r\n', '\n').trimEnd().split('\n')
  const shown = lines.slice(-outputLines).map(lastState)
  return {
    output: shown.map((line) => cutAt(line, lineChars)).join('\n'),
    isCut: lines.length > outputLines || shown.some((line) => line.length > lineChars),
  }
}

function lastState(line: string): string {
  const states = line.split('\r').filter((state) => state !== '')
  return states.at(-1) ?? ''
}

/** Never in the middle of a character. */
function cutAt(line: string, chars: number): string {
  return line.length <= chars ? line : `${line.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')}…`
}
