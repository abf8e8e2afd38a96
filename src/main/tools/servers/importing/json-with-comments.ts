/**
 * Parses JSON that may have comments and trailing commas, as editors write their settings.
 * @throws SyntaxError
 */
export function parseJsonWithComments(text: string): unknown {
  return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\ufeff/, ''))))
}

/**
 * A string, or a comment to its end. One without an end reaches to the end of the text, so that no part of the text is
 * read twice.
 */
const stringOrComment = /"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (found.startsWith('"') ? found : ' '))
}

/** A string, or a comma before the end of an object or list. */
const stringOrTrailingComma = /"(?:[^"\\]|\\[\s\S]?)*"?|,(?=\s*[}\]])/g

function withoutTrailingCommas(text: string): string {
  return text.replace(stringOrTrailingComma, (found) => (found.startsWith('"') ? found : ''))
}
