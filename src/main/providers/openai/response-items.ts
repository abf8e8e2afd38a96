import { nameIn } from '../answer/foreign'

interface SaidText {
  kind: string
  text: string
}

/**
 * Tells which events of a response are about the same item and the same text. Gateways leave out an item's id or its
 * place in the output, change its id from event to event, or count places differently in the list at the end.
 */
export class ResponseItems {
  readonly #keys = new Map<string, string>()
  #count = 0
  /** What came so far of each text, by its place: an item and a part of it. */
  readonly #texts = new Map<string, SaidText>()
  /** How much of the text in each place each kind of repetition has repeated already. */
  readonly #repeated = new Map<string, Map<string, number>>()

  /** One name for an item of this kind, whichever of its names an event has. */
  keyOf(kind: string, index: unknown, ...ids: readonly unknown[]): string {
    const names = ids
      .map(nameIn)
      .filter((id) => id !== '')
      .map((id) => `${kind} id ${id}`)
    // An id says more than a place: that may have moved.
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
   * What of a whole text did not come before, and in which place it belongs. `source`: the kind of event that repeats
   * it; each repeats a text once, so that two equal texts stay two.
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

  /** All that was said of an item is repeated. */
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

  /** Another place with a text that this one repeats or goes on with; the one that has most of it. */
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
