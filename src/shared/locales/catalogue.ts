import type { english } from './en/index'

/** The same keys as `Texts`, with texts of another language. */
export type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>
}

/** The texts of one language: all that English has, no more and no less. */
export type Catalogue = Translated<typeof english>
