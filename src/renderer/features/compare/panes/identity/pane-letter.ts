import { paneLetters, type PaneLetter } from '../../../../../shared/sessions/sessions'

/** What a pane's letter is derived from: its own, or else the place that it has. */
export interface Lettered {
  letter?: PaneLetter
  position: number
}

/** The letter of the pane, and its colour token. */
export function paneLetter({ letter, position }: Lettered): { letter: string; color: string } {
  const name = letter ?? paneLetters[position] ?? '?'
  return { letter: name, color: `var(--pane-${name.toLowerCase()})` }
}
