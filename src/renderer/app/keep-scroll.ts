import { elementAt, type ElementPath, pathTo } from './element-path'

/** How far something is scrolled, to be scrolled as far again where all was built anew. */
export interface Scrolled {
  path: ElementPath
  top: number
}

/** All that is scrolled away from where it begins. */
export function scrolledPlaces(): Scrolled[] {
  return [...document.body.querySelectorAll('*')]
    .filter(({ scrollTop }) => scrollTop !== 0)
    .map((element) => ({ path: pathTo(element), top: element.scrollTop }))
}

/** Scrolls what stands there now as far as it was. */
export function scrollPlaces(places: readonly Scrolled[]): void {
  for (const { path, top } of places) {
    const element = elementAt(path)
    if (element !== undefined) element.scrollTop = top
  }
}
