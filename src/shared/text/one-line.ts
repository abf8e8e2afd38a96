/** The text on one line: white space around it is removed, and any within it is one blank. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ')
}
