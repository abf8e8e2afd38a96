const firstLetter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u
/** What Markdown puts before the words: boxes of tasks, addresses in brackets, names of elements, commands of mathematics. */
const furniture = /\[[xX ]\]|<[^<>]{0,200}>|`[^`\n]{0,200}`|\$[^$\n]{0,200}\$|\]\([^)\n]{0,500}\)/g

/** How much of a text is looked at: its first words decide. */
const lookedAtChars = 400

/** The direction that a block is read in, by its first letter; undefined where it has none. */
export function textDirection(source: string): 'ltr' | 'rtl' | undefined {
  const letter = firstLetter.exec(source.slice(0, lookedAtChars).replaceAll(furniture, ' '))?.[0]
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
