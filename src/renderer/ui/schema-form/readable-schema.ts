import { isRecord } from '../../../shared/record'
import { misleadingCharacters, visibleWords } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import type { SchemaChoice, FieldSchema, ObjectSchema } from './field-schema'

/** Larger forms are answered as JSON. */
const limits = { fields: 200, depth: 6, choices: 500, titleChars: 300, textChars: 4_000 } as const

/** Keywords that make fields depend on values, which the form cannot show. */
const conditional = [
  'allOf',
  'if',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
  '$dynamicRef',
  '$recursiveRef',
] as const

/** Names that would access the prototype of the object that holds the values. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** Not `time`: it includes the offset of a time zone, which a time field of the browser cannot enter. */
const knownFormats: ReadonlySet<string> = new Set(['date', 'email', 'uri'])
/** A text that may be longer than this gets a multi-line field. */
const longTextChars = 200

/** How values are entered: in fields, or as JSON where no fields can be drawn. */
export type ReadableSchema =
  | { kind: 'fields'; schema: ObjectSchema }
  /** `reason` tells users why the values must be entered as JSON. */
  | { kind: 'json'; reason: string }

/**
 * The fields of a schema from outside. It copies only what is known to be harmless: names, types, texts, choices and
 * defaults are all that is rendered.
 */
export function readableSchema(schema: Record<string, unknown>): ReadableSchema {
  try {
    const read = new SchemaReader(schema).read(schema, 0, [])
    if ('type' in read && read.type === 'object') return { kind: 'fields', schema: read }
    return { kind: 'json', reason: t('forms.unreadable.noFields') }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'json', reason: error.message }
    throw error
  }
}

class Unreadable extends Error {}

class SchemaReader {
  readonly #root: Record<string, unknown>
  #fieldCount = 0
  #choiceCount = 0

  constructor(root: Record<string, unknown>) {
    this.#root = root
  }

  /** `refs` are the references followed so far. @throws Unreadable */
  read(node: unknown, depth: number, refs: readonly string[]): FieldSchema {
    this.#fieldCount += 1
    if (this.#fieldCount > limits.fields) throw new Unreadable(t('forms.unreadable.tooManyFields'))
    if (depth > limits.depth) throw new Unreadable(t('forms.unreadable.tooDeep'))
    if (!isRecord(node)) throw new Unreadable(t('forms.unreadable.untoldField'))
    const ref = node['$ref']
    if (ref !== undefined) return this.#readRef(node, ref, depth, refs)
    if (conditional.some((keyword) => keyword in node)) {
      throw new Unreadable(t('forms.unreadable.depends'))
    }
    return { ...describe(node), ...this.#shape(node, depth, refs) }
  }

  #readRef(node: Record<string, unknown>, ref: unknown, depth: number, refs: readonly string[]): FieldSchema {
    if (typeof ref !== 'string' || !ref.startsWith('#')) {
      throw new Unreadable(t('forms.unreadable.strayReference'))
    }
    if (refs.includes(ref)) throw new Unreadable(t('forms.unreadable.containsItself'))
    // The reference itself is not a field.
    this.#fieldCount -= 1
    const target = this.read(resolvePointer(this.#root, ref), depth, [...refs, ref])
    return { ...target, ...describe(node) }
  }

  #shape(node: Record<string, unknown>, depth: number, refs: readonly string[]): FieldSchema {
    const choices = this.#choicesOf(node)
    const type = typeOf(node, choices)
    const alternatives = node['anyOf'] ?? node['oneOf']
    if (choices === null && Array.isArray(alternatives) && type !== 'object') {
      return this.#alternatives(alternatives, depth, refs)
    }
    switch (type) {
      case 'object': {
        if (Array.isArray(alternatives)) {
          throw new Unreadable(t('forms.unreadable.depends'))
        }
        return this.#object(node, depth, refs)
      }
      case 'array': {
        const isSet = node['uniqueItems'] === true
        const items = this.read(node['items'], depth + 1, refs)
        return { type, items, ...(isSet ? { uniqueItems: true } : {}) }
      }
      case 'string': {
        const format = node['format']
        const maxLength = node['maxLength']
        return {
          type,
          ...(choices === null ? {} : { oneOf: choices }),
          ...(typeof format === 'string' && knownFormats.has(format) ? { format } : {}),
          ...(typeof maxLength === 'number' && maxLength > longTextChars ? { isLong: true } : {}),
        }
      }
      case 'number':
      case 'integer':
      case 'boolean':
      case 'null':
        return { type, ...(choices === null ? {} : { oneOf: choices }) }
      default:
        throw new Unreadable(t('forms.unreadable.untoldField'))
    }
  }

  #object(node: Record<string, unknown>, depth: number, refs: readonly string[]): ObjectSchema {
    const described = node['properties'] ?? {}
    if (!isRecord(described)) throw new Unreadable(t('forms.unreadable.fieldsUnread'))
    const names = Object.keys(described)
    const extra = node['additionalProperties']
    if (names.length === 0 && (extra === true || isRecord(extra))) {
      throw new Unreadable(t('forms.unreadable.anyName'))
    }
    const properties = Object.fromEntries(
      names.map((name) => {
        if (unsafeNames.has(name)) throw new Unreadable(t('forms.unreadable.unsafeName', { name }))
        const field = this.read(described[name], depth + 1, refs)
        const shown = visibleWords(name)
        // A field without a title is labelled with its name.
        return [name, shown === name ? field : { title: shown, ...field }]
      }),
    )
    const required = Array.isArray(node['required']) ? node['required'] : []
    return { type: 'object', properties, required: names.filter((name) => required.includes(name)) }
  }

  /** One of several kinds of values; null is left out, because an empty field already means that. */
  #alternatives(options: readonly unknown[], depth: number, refs: readonly string[]): FieldSchema {
    const others = options.filter((option) => !isRecord(option) || option['type'] !== 'null')
    const read = others.map((option) => this.read(option, depth + 1, refs))
    const [only] = read
    if (only === undefined) throw new Unreadable(t('forms.unreadable.untoldField'))
    return read.length === 1 ? only : { anyOf: read }
  }

  /** The allowed values of a field that lists them; null for other fields. */
  #choicesOf(node: Record<string, unknown>): SchemaChoice[] | null {
    const choices = listedChoices(node)
    if (choices === null) return null
    this.#choiceCount += choices.length
    if (this.#choiceCount > limits.choices) throw new Unreadable(t('forms.unreadable.tooManyChoices'))
    return choices
  }
}

function describe(node: Record<string, unknown>): {
  title?: string
  description?: string
  default?: unknown
} {
  const { title, description, default: preset } = node
  return {
    ...(typeof title === 'string' && title.trim() !== ''
      ? { title: visibleWords(title.slice(0, limits.titleChars)) }
      : {}),
    ...(typeof description === 'string'
      ? { description: cleaned(description.slice(0, limits.textChars)) }
      : {}),
    ...(isSmall(preset) ? { default: preset } : {}),
  }
}

/** True for a default that can be filled in: a word or number, or a few of them. */
function isSmall(value: unknown): boolean {
  if (isPlain(value)) return String(value).length <= limits.textChars
  return (
    Array.isArray(value) &&
    value.length <= limits.fields &&
    value.every((item) => isPlain(item) && isSmall(item))
  )
}

function isPlain(value: unknown): value is SchemaChoice['const'] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function typeOf(node: Record<string, unknown>, choices: readonly SchemaChoice[] | null): unknown {
  const { type } = node
  if (Array.isArray(type)) {
    const others: unknown[] = type.filter((name) => name !== 'null')
    return others.length === 1 ? others[0] : undefined
  }
  if (type !== undefined) return type
  if (choices !== null) {
    const kinds = new Set(choices.map((choice) => (choice.const === null ? 'null' : typeof choice.const)))
    return kinds.size === 1 ? [...kinds][0] : undefined
  }
  if ('properties' in node) return 'object'
  return 'items' in node ? 'array' : undefined
}

function listedChoices(node: Record<string, unknown>): SchemaChoice[] | null {
  if ('const' in node) return [choiceOf(node['const'], undefined)]
  const { enum: values, enumNames } = node
  if (Array.isArray(values)) {
    const names: unknown[] = Array.isArray(enumNames) ? enumNames : []
    return values.map((value: unknown, index) => choiceOf(value, names[index]))
  }
  const options = node['oneOf'] ?? node['anyOf']
  if (!Array.isArray(options) || options.length === 0) return null
  const isListed = options.every((option: unknown) => isRecord(option) && 'const' in option)
  if (!isListed) return null
  return (options as Record<string, unknown>[]).map((option) => choiceOf(option['const'], option['title']))
}

function choiceOf(value: unknown, name: unknown): SchemaChoice {
  if (!isPlain(value)) throw new Unreadable(t('forms.unreadable.choiceNotSimple'))
  const title = typeof name === 'string' && name.trim() !== '' ? name : String(value)
  return { const: value, title: visibleWords(title.slice(0, limits.titleChars)) }
}

/** Text of several lines without the characters that mislead. */
function cleaned(text: string): string {
  return text.replaceAll(misleadingCharacters, '')
}

/** Resolves a local reference such as `#/$defs/address`. @throws Unreadable */
function resolvePointer(root: unknown, ref: string): unknown {
  const steps = ref === '#' ? [] : ref.slice(1).split('/').slice(1)
  return steps.reduce<unknown>((node, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if ((isRecord(node) || Array.isArray(node)) && Object.hasOwn(node, name)) return Reflect.get(node, name)
    throw new Unreadable(t('forms.unreadable.strayReference'))
  }, root)
}
