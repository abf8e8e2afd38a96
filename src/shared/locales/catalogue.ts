import type { english } from './en/index'

/** The keys of `Texts`, with texts of another language. */
export type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>
}

/** The texts of one language, with exactly the keys of English. */
export type Catalogue = Translated<typeof english>
