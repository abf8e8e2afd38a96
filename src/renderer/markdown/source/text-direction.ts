const firstLetter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u
/** Markdown that may precede the words: task boxes, link targets, element names and formulas. */
const leadingMarkup = /\[[xX ]\]|<[^<>]{0,200}>|`[^`\n]{0,200}`|\$[^$\n]{0,200}\$|\]\([^)\n]{0,500}\)/g

/** How much of a text is examined; its first words decide. */
const examinedChars = 400

/** The direction of a block, from its first letter; undefined if it has none. */
export function textDirection(source: string): 'ltr' | 'rtl' | undefined {
  const letter = firstLetter.exec(source.slice(0, examinedChars).replaceAll(leadingMarkup, ' '))?.[0]
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
