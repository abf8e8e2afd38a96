import { nameIn } from '../answer/foreign'

interface SaidText {
  kind: string
  text: string
}

/**
 * Matches the events of a response that belong to the same item and text. Gateways omit an item's id or its output
 * index, change its id from event to event, or count indexes differently in the final list.
 */
export class ResponseItems {
  readonly #keys = new Map<string, string>()
  #count = 0
  /** The received text in each place: an item and one of its parts. */
  readonly #texts = new Map<string, SaidText>()
  /** How much of each text every kind of repetition has repeated. */
  readonly #repeated = new Map<string, Map<string, number>>()

  /** A stable key for an item of this kind, whichever of its identifiers an event has. */
  keyOf(kind: string, index: unknown, ...ids: readonly unknown[]): string {
    const names = ids
      .map(nameIn)
      .filter((id) => id !== '')
      .map((id) => `${kind} id ${id}`)
    // An id is more reliable than an index, which may have shifted.
    if (nameIn(index) !== '') names.push(`${kind} at ${nameIn(index)}`)
    if (names.length === 0) names.push(kind)
    const known = names.map((name) => this.#keys.get(name)).find((key) => key !== undefined)
    const key = known ?? `${kind} ${this.#count++}`
    for (const name of names) if (!this.#keys.has(name)) this.#keys.set(name, key)
    return key
  }

  hasText(place: string): boolean {
    return this.#texts.has(place)
  }

  add(kind: string, place: string, text: string): void {
    this.#texts.set(place, { kind, text: (this.#texts.get(place)?.text ?? '') + text })
  }

  /**
   * The part of a whole text that has not arrived before, and its place. `source`: the kind of event that repeats it;
   * each kind repeats a text once, so that two equal texts stay two.
   */
  restOf(kind: string, place: string, text: string, source: string): { place: string; rest: string } {
    const repeated = this.#repeatedBy(source)
    const said = this.#texts.get(place)?.text
    const isSame = said !== undefined && text.startsWith(said)
    const known = isSame ? place : (this.#placeOf(kind, text, repeated) ?? place)
    const before = (this.#texts.get(known)?.text ?? '').slice(isSame ? 0 : repeated.get(known))
    const length = (repeated.get(known) ?? 0) + text.length
    repeated.set(known, isSame ? text.length : length)
    return { place: known, rest: text.startsWith(before) ? text.slice(before.length) : '' }
  }

  /** Marks the whole text of an item as repeated. */
  repeat(key: string, source: string): void {
    const repeated = this.#repeatedBy(source)
    for (const [place, { text }] of this.#texts) {
      if (place.startsWith(`${key} part `)) repeated.set(place, text.length)
    }
  }

  #repeatedBy(source: string): Map<string, number> {
    const repeated = this.#repeated.get(source) ?? new Map<string, number>()
    this.#repeated.set(source, repeated)
    return repeated
  }

  /** Another place whose text this one repeats or continues; the longest match wins. */
  #placeOf(kind: string, text: string, repeated: ReadonlyMap<string, number>): string | null {
    let found: string | null = null
    let longest = 0
    for (const [place, said] of this.#texts) {
      if (said.kind !== kind) continue
      const left = said.text.slice(repeated.get(place) ?? 0)
      const common = text.startsWith(left) ? left.length : left.startsWith(text) ? text.length : 0
      if (common <= longest) continue
      found = place
      longest = common
    }
    return found
  }
}
