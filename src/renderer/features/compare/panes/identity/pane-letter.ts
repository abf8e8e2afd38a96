import { paneLetters, type PaneLetter } from '../../../../../shared/sessions/sessions'

/** A pane's letter is its own or, if it has none, that of its position. */
export interface Lettered {
  letter?: PaneLetter
  position: number
}

/** The letter of the pane, and its colour token. */
export function paneLetter({ letter, position }: Lettered): { letter: string; color: string } {
  const name = letter ?? paneLetters[position] ?? '?'
  return { letter: name, color: `var(--pane-${name.toLowerCase()})` }
}
