import { type Foreign, nameIn, objectsIn, textIn } from '../answer/foreign'

/** Fields with reasoning as a list of objects, which may be signed or encrypted: those of OpenRouter and of LiteLLM. */
const listFields = ['reasoning_details', 'thinking_blocks'] as const
/** Fields whose pieces are joined; other fields arrive once. */
const pieces = ['text', 'summary', 'thinking'] as const
/** More than any server sends, and as much as is worth keeping. */
const mostChars = 2_000_000
const mostEntries = 1_000

/**
 * Data that a server wants back with its reasoning: the name of the field that contained it, and lists beside it, as they
 * were. Pieces of one entry are joined.
 */
export class ReturnedReasoning {
  #textField = ''
  readonly #lists = new Map<string, Foreign[]>()
  readonly #seenLists = new Set<string>()
  #chars = 0
  #isChanged = false

  /** There was reasoning in the field with this name: as text, or as a part of the `content`. */
  addText(field: string): void {
    this.#textField = field
    this.#isChanged = true
  }

  /** Takes the lists of a delta, or of a whole message that repeats all deltas. */
  addLists(content: Foreign, { isWhole }: { isWhole: boolean }): void {
    for (const field of listFields) {
      const entries = objectsIn(content[field])
      if (entries.length === 0 || (isWhole && this.#seenLists.has(field))) continue
      const list = this.#lists.get(field) ?? []
      for (const entry of entries) this.#addTo(list, entry)
      this.#seenLists.add(field)
      this.#lists.set(field, list)
      this.#isChanged = true
    }
  }

  /** The data of the reasoning since the last call; null if there is nothing new. */
  take(): Foreign | null {
    if (!this.#isChanged) return null
    const isKept = this.#lists.size > 0 && this.#chars <= mostChars
    const lists = isKept ? Object.fromEntries(this.#lists) : null
    this.#lists.clear()
    this.#isChanged = false
    return {
      ...(this.#textField === '' ? {} : { textField: this.#textField }),
      ...(lists === null ? {} : { lists }),
    }
  }

  #addTo(list: Foreign[], entry: Foreign): void {
    this.#chars += JSON.stringify(entry).length
    if (this.#chars > mostChars || list.length >= mostEntries) return
    const last = list.at(-1)
    if (last === undefined || !continues(last, entry)) {
      list.push({ ...entry })
      return
    }
    for (const [field, value] of Object.entries(entry)) {
      const isPiece = (pieces as readonly string[]).includes(field) && typeof value === 'string'
      if (isPiece) last[field] = textIn(last[field]) + value
      else if (value !== null && value !== undefined) last[field] = value
    }
  }
}

/** True if an entry is the next piece of the one before it. Encrypted data arrives whole, and a signature is last. */
function continues(last: Foreign, entry: Foreign): boolean {
  if ('data' in last || 'data' in entry || textIn(last['signature']) !== '') return false
  return ['type', 'index', 'id'].every((field) => {
    const [before, now] = [nameIn(last[field]), nameIn(entry[field])]
    return before === now || (field === 'id' && (before === '' || now === ''))
  })
}
