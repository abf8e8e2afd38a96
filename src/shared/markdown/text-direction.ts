const firstLetter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u
/** Markup that may precede the words: task boxes, link targets, addresses, element names and formulas. */
const leadingMarkup =
  /\[[xX ]\]|<[^<>]{0,200}>|`[^`\n]{0,200}`|\$[^$\n]{0,200}\$|\]\([^)\n]{0,500}\)|https?:\/\/[!-~]{0,500}/g

/** The number of characters of a text that are examined; its first words decide. */
const examinedChars = 400

export type TextDirection = 'ltr' | 'rtl' | undefined

/** The direction of a block, from its first letter; undefined if it has none. */
export function textDirection(source: string): TextDirection {
  const letter = firstLetter.exec(source.slice(0, examinedChars).replaceAll(leadingMarkup, ' '))?.[0]
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/** True if a text has letters from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * The direction of a part of a list or table, such as an item or a cell, if it is not that of the `whole`. Most have no
 * letters from right to left, so their parts need not be examined.
 */
export function partDirections(whole: string): (part: string) => TextDirection {
  if (!hasRightToLeft(whole)) return () => undefined
  const direction = textDirection(whole)
  return (part) => {
    const own = textDirection(part)
    return own === direction ? undefined : own
  }
}
