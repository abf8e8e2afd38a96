/**
 * Maximum nesting of a foreign value, such as a tool's input. More than any known tool needs, and far below what
 * overflows the stack in `JSON.stringify` (thousands) or SQLite's JSON limit (1,000).
 */
export const valueDepth = 200

/** Maximum nesting of a document that wraps such values in known records: a message, a line or a frame. */
export const documentDepth = 240

/** Replaces a value nested too deeply. */
export const tooDeepMark = '[… nested too deeply]'

/**
 * Replaces everything nested deeper than `depth` by a mark. Returns the same value when nothing is.
 */
export function boundDepth<Value>(value: Value, depth: number = valueDepth): Value {
  return isNestedDeeperThan(value, depth) ? (cut(value, depth) as Value) : value
}

/** Parses foreign JSON and bounds its depth. @throws SyntaxError */
export function parseForeignJson(text: string, depth: number = documentDepth): unknown {
  return boundDepth(JSON.parse(text) as unknown, depth)
}

/** True if anything in `value` is nested deeper than `depth`, which also bounds the recursion. */
export function isNestedDeeperThan(value: unknown, depth: number): boolean {
  if (!isContainer(value)) return false
  if (depth < 0) return true
  // Binary data holds only numbers, possibly millions.
  if (ArrayBuffer.isView(value)) return false
  if (Array.isArray(value)) return value.some((child) => isNestedDeeperThan(child, depth - 1))
  const record = value as Readonly<Record<string, unknown>>
  // A list of all values would cost a large document more than parsing it.
  for (const name in record) {
    if (Object.hasOwn(record, name) && isNestedDeeperThan(record[name], depth - 1)) return true
  }
  return false
}

/** Recursive; `left` bounds the depth. */
function cut(value: unknown, left: number): unknown {
  if (!isContainer(value)) return value
  if (left < 0) return tooDeepMark
  if (Array.isArray(value)) return value.map((child: unknown) => cut(child, left - 1))
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cut(child, left - 1)]))
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
