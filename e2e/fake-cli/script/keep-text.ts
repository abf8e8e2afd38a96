import type { Voice } from './voice.ts'

/** Wraps a voice and records the text of its answer. */
export function keepText(voice: Voice): { keeping: Voice; said: () => string } {
  const said: string[] = []
  const keeping: Voice = {
    ...voice,
    text: (piece) => {
      said.push(piece)
      voice.text(piece)
    },
  }
  return { keeping, said: () => said.join('') }
}
