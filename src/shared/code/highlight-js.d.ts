/**
 * What the compiler is to know of highlight.js, instead of its own types: those bring the types of the DOM into every
 * project that sees them. `paths` in `tsconfig.base.json` leads here.
 */
export type LanguageFn = (library: never) => object

/** A language, which is the default export of each of its modules. */
declare const language: LanguageFn
export default language
