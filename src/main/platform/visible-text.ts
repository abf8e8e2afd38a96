/** Characters that are not seen, or that change how what stands around them is seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** A text as it is, with what cannot be seen in it written out: what is agreed to is what is read. */
export function visibleText(text: string): string {
  return text.replace(
    unseen,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
}
