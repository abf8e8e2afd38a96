/** How a statement continues the merged answer. */
export const unitPlaces = ['sentence', 'paragraph', 'heading', 'item', 'code'] as const
export type UnitPlace = (typeof unitPlaces)[number]

/** One statement or conflict as the merging model wrote it; nothing in it has been checked. */
export interface ReplyUnit {
  kind: 'statement' | 'conflict'
  text: string
  place: UnitPlace
  /** The ids of sentences, such as `A3`. */
  sources: string[]
  quotes: string[]
}

/** The maximum number of sources, and of quotes, in a statement. */
const maxSources = 20
/** Longer quotes and ids are ignored. */
const maxQuoteChars = 20_000

/** Reads an object of the reply; null if it has no text. */
export function replyUnit(value: unknown): ReplyUnit | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map(Object.entries(value))
  const conflict = textOf(fields.get('conflict'))
  const text = conflict ?? textOf(fields.get('text'))
  if (text === null) return null
  const named = list(fields.get('sources'))
  return {
    kind: conflict === null ? 'statement' : 'conflict',
    text,
    place: unitPlaces.find((place) => place === fields.get('as')) ?? 'sentence',
    sources: named.flatMap((source) => strings(fieldOr(source, 'id'))).slice(0, maxSources),
    quotes: [...list(fields.get('quote')), ...named.map((source) => fieldOr(source, 'quote'))]
      .flatMap(strings)
      .slice(0, maxSources),
  }
}

/** The text of an object that was cut off: what had arrived of its first field. */
export function cutUnit(raw: string): ReplyUnit | null {
  const [, name, written] = /^\{\s*"(text|conflict)"\s*:\s*"((?:[^"\\]|\\.)*)/su.exec(raw) ?? []
  if (name === undefined || written === undefined) return null
  try {
    return replyUnit({ [name]: JSON.parse(`"${written}"`) as unknown })
  } catch {
    // It was cut off within an escape sequence, or was not JSON.
    return null
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, maxSources) : [value]
}

/** The field of an object such as `{"id": "A3", "quote": "…"}`; a text counts as the id itself. */
function fieldOr(value: unknown, name: 'id' | 'quote'): unknown {
  if (typeof value !== 'object' || value === null) return name === 'id' ? value : undefined
  return new Map(Object.entries(value)).get(name)
}

function strings(value: unknown): string[] {
  return typeof value === 'string' && value.length <= maxQuoteChars ? [value] : []
}
