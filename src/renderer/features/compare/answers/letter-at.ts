import { paneLetters } from '../../../../shared/sessions/sessions'

/** The letter and colour of an answer by its place. More answers than panes have colours repeat the colours. */
export function letterAt(index: number): { letter: string; color: string } {
  const color = paneLetters[index % paneLetters.length] ?? 'A'
  return { letter: String.fromCodePoint(65 + index), color: `var(--pane-${color.toLowerCase()})` }
}
