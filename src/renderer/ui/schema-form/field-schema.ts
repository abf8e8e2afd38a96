/** A value that a user can pick from a list. */
export interface SchemaChoice {
  const: string | number | boolean | null
  title: string
}

interface Described {
  title?: string
  description?: string
  default?: unknown
}

/** The part of JSON Schema that fields are rendered from; only main checks the rest. */
export type FieldSchema = Described &
  (
    | { type: 'object'; properties: Record<string, FieldSchema>; required: string[] }
    | { type: 'array'; items: FieldSchema; uniqueItems?: true }
    | { type: 'string'; format?: string; oneOf?: SchemaChoice[]; isLong?: true }
    | { type: 'number' | 'integer' | 'boolean' | 'null'; oneOf?: SchemaChoice[] }
    | { anyOf: FieldSchema[] }
  )

export type ObjectSchema = Extract<FieldSchema, { type: 'object' }>

/** The values of a form, by field. */
export type FormValues = Record<string, unknown>
