import * as fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/** One character that is not a lone surrogate, like fast-check's `binary`, which keeps all 1.1 million in a map. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map(
    (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
    (character) => {
      const codePoint = typeof character === 'string' && character.isWellFormed() && character.codePointAt(0)
      if (typeof codePoint !== 'number' || String.fromCodePoint(codePoint) !== character) {
        throw new Error('not one character')
      }
      return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count
    },
  )

/** Arbitrary texts of up to `maxLength` characters, including lone surrogates and everyday text. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const character = fc.oneof(
    fc.integer({ min: 0, max: 0x10ffff }),
    fc.integer({ min: 0x20, max: 0x2ff }),
    fc.integer({ min: 0x300, max: 0x1fff }),
    fc.integer({ min: 0x3000, max: 0xd7ff }),
    fc.integer({ min: 0xd800, max: 0xdfff }),
  )
  return fc
    .array(character, { minLength: 1, maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints))
}
