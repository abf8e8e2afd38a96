import { useState } from 'react'

/** The state of a fold: `byItself` until the user expands or collapses it. */
export function useFold(byItself: boolean): [isOpen: boolean, turn: () => void] {
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? byItself
  return [isOpen, () => setChoice(!isOpen)]
}
