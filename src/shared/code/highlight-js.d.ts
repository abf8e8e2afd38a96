/**
 * Minimal types for highlight.js. Its own types would add the DOM types to every project that imports them. `paths` in
 * `tsconfig.base.json` points here.
 */
export type LanguageFn = (library: never) => object

/** A grammar, the default export of each language module. */
declare const language: LanguageFn
export default language
