/** What the library reads as settings of its own, wherever it stands. */
const settings = /%%\{[^]*?(?:\}%%|$)/g
const frontMatter = /^\s*---[ \t]*\n[^]*?\n[ \t]*---[ \t]*(?:\n|$)/
/** Nodes with a description of their own, which may name a picture to be fetched. */
const description = /@\{[^}]*\}?/g
const namesPicture = /img|icon|\\/i
/** `<<interface>>` and line breaks are the library's own; every other bracket before a letter would begin an element. */
const brackets = /<<[\w -]*>>|<br *\/?>|<(?=[a-z/!?])/gi
const writtenOut = /[#&](?:lt|#?0*60|#?x0*3c);?/gi
const fetched = /url\s*\(/gi

/** What happens when something is pressed: in an image nothing can be. The library would write it into the document. */
const interactions =
  /^[ \t]*(?:(?:click|callback|link)[ \t]+[\w.-]*\w[ \t]+(?:"|href\b|call\b|[A-Za-z_]\w*[ \t]*(?:["(]|$))|(?:links?|properties|details)[ \t]+[^:\n]{1,200}:).*$/gim

/**
 * The text of a diagram without what could become an element, fetch something or change the library's settings: it
 * builds its drawing in the window's own document.
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
