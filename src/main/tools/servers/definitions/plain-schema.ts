/** Limits of one tool's schema, in everything that it contains. */
const limits = { nodes: 3_000, depth: 24, chars: 60_000 }

/** Keywords that only name or locate schemas. */
const dropped: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$defs',
  'definitions',
  '$vocabulary',
])

/** Keywords whose keys are the server's own names, not keywords. */
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas'])

/** Keywords whose values are data. */
const verbatim: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required'])

/**
 * A tool's input schema as models can get it: an object without references. References within it are replaced by what
 * they refer to; those that lead in a circle or out of the schema accept anything, and nothing is fetched. Null if it is
 * not a schema of an object, or too large.
 */
export function plainSchema(schema: unknown): Record<string, unknown> | null {
  return plainObject(schema, { isChecked: false })
}

/** A tool's output schema, for checking results; null if it is too large. A `format` is only a remark, and is left out. */
export function checkedSchema(schema: unknown): Record<string, unknown> | null {
  return plainObject(schema, { isChecked: true })
}

function plainObject(schema: unknown, { isChecked }: { isChecked: boolean }): Record<string, unknown> | null {
  if (!isRecord(schema)) return null
  const { type } = schema
  if (type !== undefined && type !== 'object') return null
  const walk = new SchemaWalk(schema, isChecked)
  try {
    const plain = walk.plain(schema, [], 0)
    if (!isRecord(plain)) return null
    const whole = {
      ...plain,
      type: 'object',
      properties: isRecord(plain['properties']) ? plain['properties'] : {},
    }
    return JSON.stringify(whole).length > limits.chars ? null : whole
  } catch (error) {
    if (error instanceof Unusable) return null
    throw error
  }
}

class Unusable extends Error {}

class SchemaWalk {
  readonly #root: Record<string, unknown>
  readonly #isChecked: boolean
  #nodes = 0

  constructor(root: Record<string, unknown>, isChecked: boolean) {
    this.#root = root
    this.#isChecked = isChecked
  }

  /** `through` are the references that led here. */
  plain(schema: unknown, through: readonly string[], depth: number): unknown {
    this.#count(depth)
    if (Array.isArray(schema)) return schema.map((item: unknown) => this.plain(item, through, depth + 1))
    if (!isRecord(schema)) return schema
    const reference = schema['$ref'] ?? schema['$dynamicRef'] ?? schema['$recursiveRef']
    if (reference !== undefined) return this.#resolved(schema, reference, through, depth)
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => !dropped.has(key) && !(this.#isChecked && key === 'format'))
        .map(([key, value]) => [key, this.#keyword(key, value, through, depth + 1)]),
    )
  }

  #keyword(key: string, value: unknown, through: readonly string[], depth: number): unknown {
    if (verbatim.has(key)) return this.#data(value, depth)
    if (!named.has(key) || !isRecord(value)) return this.plain(value, through, depth)
    this.#count(depth)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.plain(item, through, depth + 1)]),
    )
  }

  #data(value: unknown, depth: number): unknown {
    this.#count(depth)
    if (typeof value !== 'object' || value === null) return value
    for (const item of Object.values(value)) this.#data(item, depth + 1)
    return value
  }

  #resolved(
    schema: Record<string, unknown>,
    reference: unknown,
    through: readonly string[],
    depth: number,
  ): unknown {
    const { $ref: _ref, $dynamicRef: _dynamic, $recursiveRef: _recursive, ...beside } = schema
    const target =
      typeof reference !== 'string' || through.includes(reference) ? undefined : this.#find(reference)
    const found = target === undefined ? {} : this.plain(target, [...through, String(reference)], depth + 1)
    const rest = this.plain(beside, through, depth + 1)
    return isRecord(found) && isRecord(rest) ? { ...found, ...rest } : rest
  }

  /** The part of the schema that a reference such as `#/$defs/name` points to. */
  #find(reference: string): unknown {
    if (reference !== '#' && !reference.startsWith('#/')) return undefined
    let at: unknown = this.#root
    for (const escaped of reference.split('/').slice(1)) {
      const key = unescaped(escaped)
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
      at = (at as Record<string, unknown>)[key]
    }
    return at
  }

  #count(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > limits.nodes || depth > limits.depth) throw new Unusable('the schema is too large')
  }
}

function unescaped(escaped: string): string {
  try {
    return decodeURIComponent(escaped).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    // Not an escape; compared as it is.
    return escaped
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
