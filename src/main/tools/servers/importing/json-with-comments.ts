/**
 * Parses JSON that may have comments and trailing commas, as editors write their settings.
 * @throws SyntaxError
 */
export function parseJsonWithComments(text: string): unknown {
  return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\ufeff/, ''))))
}

/** A string, or a comment to its end. */
const stringOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (found.startsWith('"') ? found : ' '))
}

/** A string, or a comma before the end of an object or list. */
const stringOrTrailingComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g

function withoutTrailingCommas(text: string): string {
  return text.replace(stringOrTrailingComma, (found) => (found.startsWith('"') ? found : ''))
}
