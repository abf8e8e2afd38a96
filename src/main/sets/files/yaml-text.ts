import { parseDocument, visit } from 'yaml'

import { failure } from '../../../shared/failures/failure'
import { boundDepth, documentDepth } from '../../../shared/json-depth'

/** The parser needs about a second for as much. JSON has no such limit. */
const maxChars = 1_000_000

/**
 * Reads a foreign YAML document. Tags are refused, and aliases are bounded.
 * @throws INVALID_INPUT it is not valid, too long, or has a key twice
 */
export function parseForeignYaml(text: string): unknown {
  if (text.length > maxChars) throw failure('INVALID_INPUT', 'set-file-yaml-too-long', { max: maxChars })
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      merge: true,
      stringKeys: true,
      // The parser's own search takes a time that grows with the square of the keys.
      uniqueKeys: false,
      // Otherwise it warns on standard error.
      logLevel: 'error',
    })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) throw problem
    assertUniqueKeys(document)
    return boundDepth(document.toJS({ maxAliasCount: 100 }) as unknown, documentDepth)
  } catch (error) {
    const detail =
      error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : String(error)
    throw failure('INVALID_INPUT', 'set-file-not-yaml', { field: 'file', detail }, error)
  }
}

function assertUniqueKeys(document: ReturnType<typeof parseDocument>): void {
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<string>()
      for (const { key } of items) {
        const name = String(key)
        if (keys.has(name) && name !== '<<') throw new Error(`The key ${name} is there twice`)
        keys.add(name)
      }
    },
  })
}
