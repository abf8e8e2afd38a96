import type { ClientOptions } from '@modelcontextprotocol/client'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'

type Validator = NonNullable<ClientOptions['jsonSchemaValidator']>

/** About how many times a part of a schema is compared with a part of a result: some tens of milliseconds. */
const maxComparisons = 200_000

/** Interprets schemas: nothing that a server sends becomes code. */
const interpreter = new CfWorkerJsonSchemaValidator({ draft: '2020-12' })

/**
 * Checks structured results against the schemas of their tools. Schemas are bounded, and have no patterns (see
 * `checkedSchema`); a result so large that its check would take long counts as valid.
 */
export const boundedValidator: Validator = {
  getValidator(schema) {
    const check = interpreter.getValidator<never>(schema)
    const mostNodes = Math.floor(maxComparisons / Math.max(1, nodeCount(schema, maxComparisons)))
    return (value) =>
      nodeCount(value, mostNodes) > mostNodes
        ? { valid: true, data: value as never, errorMessage: undefined }
        : check(value)
  },
}

/** Up to `most` and one more, without recursion: how deep a result is nested is up to its server. */
function nodeCount(value: unknown, most: number): number {
  const open = [value]
  let count = 0
  while (open.length > 0 && count <= most) {
    const next = open.pop()
    count += 1
    if (typeof next !== 'object' || next === null) continue
    for (const child of Object.values(next)) open.push(child)
  }
  return count
}
