/** Which child of which child of the page an element is: the same where all is built anew in other words. */
export type ElementPath = readonly number[]

/** The way from the page to `target`. */
export function pathTo(target: Element): ElementPath {
  const path: number[] = []
  let element: Element | null = target
  while (element !== null && element !== document.body) {
    const siblings: readonly Element[] = Array.from(element.parentElement?.children ?? [])
    path.unshift(siblings.indexOf(element))
    element = element.parentElement
  }
  return path
}

/** What stands there now. */
export function elementAt(path: ElementPath): Element | undefined {
  let element: Element | undefined = document.body
  for (const index of path) element = element?.children[index]
  return element
}
