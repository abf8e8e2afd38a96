import type { ReactNode } from 'react'

/** Text in which some stretches are marked; nothing in it is taken for markup. */
export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const pieces: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks.toSorted((left, right) => left[0] - right[0])) {
    const start = Math.max(at, Math.min(from, text.length))
    const end = Math.max(start, Math.min(to, text.length))
    if (start === end) continue
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  )
}
