import { useState } from 'react'

/** Whether something is unfolded: as it is `byItself`, until the user folds or unfolds it. */
export function useFold(byItself: boolean): [isOpen: boolean, turn: () => void] {
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? byItself
  return [isOpen, () => setChoice(!isOpen)]
}
