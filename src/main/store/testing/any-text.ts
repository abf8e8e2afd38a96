import * as fc from 'fast-check'

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
