/**
 * How deep a value of foreign origin may be nested, such as what a tool was given. More than any known tool needs; far
 * less than what overflows the stack in `JSON.stringify` (some thousands) or what SQLite reads as JSON (1,000).
 */
export const valueDepth = 200

/** The same for text that holds such values within records of a known shape: a message, a line, a frame. */
export const documentDepth = 240

/** Replaces what is nested too deeply. */
export const tooDeepMark = '[… nested too deeply]'

/**
 * The value with everything that is nested deeper than `depth` replaced by a mark. One that is not that deep is returned as
 * it is.
 */
export function boundDepth<Value>(value: Value, depth: number = valueDepth): Value {
  return isNestedDeeperThan(value, depth) ? (cut(value, depth) as Value) : value
}

/** The JSON value of foreign text, of bounded depth. @throws SyntaxError */
export function parseForeignJson(text: string, depth: number = documentDepth): unknown {
  return boundDepth(JSON.parse(text) as unknown, depth)
}

/** Whether values within `value` are nested deeper than `depth`. Goes level by level, so it handles any depth. */
export function isNestedDeeperThan(value: unknown, depth: number): boolean {
  let level = isContainer(value) ? [value] : []
  for (let at = 0; level.length > 0; at += 1) {
    if (at > depth) return true
    const below: object[] = []
    for (const container of level) {
      // Binary data has numbers only, and may have millions of them.
      if (ArrayBuffer.isView(container)) continue
      for (const child of Array.isArray(container) ? container : Object.values(container)) {
        if (isContainer(child)) below.push(child)
      }
    }
    level = below
  }
  return false
}

/** Recursive, as `left` bounds how far it goes. */
function cut(value: unknown, left: number): unknown {
  if (!isContainer(value)) return value
  if (left < 0) return tooDeepMark
  if (Array.isArray(value)) return value.map((child: unknown) => cut(child, left - 1))
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cut(child, left - 1)]))
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
