/** Where an element stands: which child of which child of the page it is. */
export type Place = readonly number[]

/** The place of what has the focus; null when nothing has it. */
export function focusedPlace(): Place | null {
  const place: number[] = []
  let element = document.activeElement
  if (element === document.body) return null
  while (element !== null && element !== document.body) {
    const siblings: readonly Element[] = Array.from(element.parentElement?.children ?? [])
    place.unshift(siblings.indexOf(element))
    element = element.parentElement
  }
  return place
}

/** Gives the focus to what stands there now: the same in other words, where all was built anew. */
export function focusPlace(place: Place): void {
  let element: Element | undefined = document.body
  for (const index of place) element = element?.children[index]
  if (element instanceof HTMLElement) element.focus()
}
