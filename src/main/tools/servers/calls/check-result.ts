import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'

/** A structured result, and the output schema of its tool. */
export interface CheckedResult {
  schema: Record<string, unknown>
  value: unknown
}

/** Interprets schemas: nothing that a server sends becomes code. */
const interpreter = new CfWorkerJsonSchemaValidator({ draft: '2020-12' })

/**
 * Returns the mismatch; null if everything matches. May take forever: a pattern of a server's runs on data of the same
 * server.
 */
export function checkResult({ schema, value }: CheckedResult): string | null {
  const { valid, errorMessage } = interpreter.getValidator(schema)(value)
  return valid ? null : errorMessage
}
