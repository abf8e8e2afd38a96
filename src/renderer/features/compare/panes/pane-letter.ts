const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const

/** The letter of the pane at index `position`, and its colour token. */
export function paneLetter(position: number): { letter: string; color: string } {
  const letter = letters[position] ?? '?'
  return { letter, color: `var(--pane-${letter.toLowerCase()})` }
}
