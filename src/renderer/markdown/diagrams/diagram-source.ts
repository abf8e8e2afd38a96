/** Directives that the library reads as settings, anywhere in the text. */
const settings = /%%\{[^]*?(?:\}%%|$)/g
const frontMatter = /^\s*---[ \t]*\n[^]*?\n[ \t]*---[ \t]*(?:\n|$)/
/** Attributes of a node, which may name an image to load. */
const description = /@\{[^}]*\}?/g
const namesPicture = /img|icon|\\/i
/** `<<interface>>` and line breaks belong to the library; any other bracket before a letter would start an element. */
const brackets = /<<[\w -]*>>|<br *\/?>|<(?=[a-z/!?])/gi
const writtenOut = /[#&](?:lt|#?0*60|#?x0*3c);?/gi
const fetched = /url\s*\(/gi

/** Click handlers, which are useless in an image and would be written into the document by the library. */
const interactions =
  /^[ \t]*(?:(?:click|callback|link)[ \t]+[\w.-]*\w[ \t]+(?:"|href\b|call\b|[A-Za-z_]\w*[ \t]*(?:["(]|$))|(?:links?|properties|details)[ \t]+[^:\n]{1,200}:).*$/gim

/**
 * The text of a diagram without anything that could become an element, load something or change the library's settings,
 * because the library builds its drawing in a document.
 */
export function diagramSource(text: string): string {
  return text
    .replace(frontMatter, '')
    .replaceAll(settings, '')
    .replaceAll(interactions, '')
    .replaceAll(description, (whole) => (namesPicture.test(whole) ? '' : whole))
    .replaceAll(writtenOut, '‹')
    .replaceAll(brackets, (bracket) => (bracket === '<' ? '‹' : bracket.startsWith('<<') ? bracket : '<br/>'))
    .replaceAll(fetched, 'none(')
}
