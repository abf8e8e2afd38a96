import { seededRandom } from '../../base/seeded-random'
import { normalised } from '../../store/tokenizer/index-text'
import { isSpaceless, tokenize } from '../../store/tokenizer/tokenize'
import { commonWords } from './question-facts'

/** The beginning and the end of a question that are compared. */
const endChars = 1_000
const mostWords = 300

/** Hashes of a signature: bands of them that are all equal suggest that two questions are alike. */
const hashCount = 32
const bandSize = 4
/** So many equal hashes make two questions one: about two thirds of their words and pairs of words. */
const alike = 21

const random = seededRandom('signatures')
const odd = Uint32Array.from({ length: hashCount }, () => random.below(0x7fff_ffff) * 2 + 1)

/** The numbers of words in the table that counts them; words that share a number are counted together. */
const tableSize = 1 << 20

/** What is kept of a question: hashes only, so that 100,000 of them fit into memory. */
export interface Fingerprint {
  signature: Uint32Array
  /** Each word once, without those that say nothing. */
  words: Uint32Array
}

/** The fingerprint of a question: how it compares with others. */
export function fingerprint(text: string): Fingerprint {
  const { hashes, isTelling } = wordsOf(text)
  const signature = new Uint32Array(hashCount).fill(0xffff_ffff)
  const add = (feature: number) => {
    for (let index = 0; index < hashCount; index += 1) {
      const value = scattered(Math.imul(feature ^ (index * 0x9e37_79b9), odd[index] ?? 1))
      if (value < (signature[index] ?? 0)) signature[index] = value
    }
  }
  if (hashes.length === 0) add(hashOf(text.trim(), 0, endChars))
  hashes.forEach((hash, index) => {
    add(hash)
    // The order of words counts, too.
    if (index > 0) add(scattered(Math.imul(hashes[index - 1] ?? 0, 31) ^ hash))
  })
  const telling = hashes.filter((hash, index) => isTelling[index] && !commonHashes.has(hash))
  return { signature, words: Uint32Array.from(new Set(telling)) }
}

/** The first word of a text with this hash; null if there is none. */
export function wordWithHash(text: string, hash: number): string | null {
  const { cut, hashes } = wordsOf(text)
  const index = hashes.indexOf(hash)
  return index === -1 ? null : cut.text.slice(cut.starts[index], cut.ends[index])
}

function wordsOf(text: string) {
  const compared = text.length <= 2 * endChars ? text : `${text.slice(0, endChars)} ${text.slice(-endChars)}`
  const cut = tokenize(normalised(compared))
  const hashes: number[] = []
  const isTelling: boolean[] = []
  for (let index = 0; index < Math.min(cut.count, mostWords); index += 1) {
    const from = cut.offsets[index] ?? 0
    const to = (cut.offsets[index + 1] ?? cut.words.length) - 1
    hashes.push(hashOf(cut.words, from, to))
    isTelling.push(isSpaceless(cut, index) || (to - from > 2 && !/^\d/.test(cut.words.charAt(from))))
  }
  return { cut, hashes, isTelling }
}

/** FNV-1a. @see http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c_9dc5
  const end = Math.min(to, text.length)
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}

function scattered(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b_3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/**
 * Puts questions together that are nearly equal. Each is compared only with the first question of its bands, so the work
 * grows with the number of questions.
 */
export class SimilarQuestions {
  readonly #parents: number[] = []
  readonly #bands = new Map<number, number>()
  readonly #signatures: Uint32Array[] = []

  /** Adds the next question. */
  add(signature: Uint32Array): void {
    const index = this.#parents.length
    this.#parents.push(index)
    this.#signatures.push(signature)
    for (let from = 0; from < hashCount; from += bandSize) {
      let key = from
      for (let at = from; at < from + bandSize; at += 1)
        key = scattered(Math.imul(key, 31) ^ (signature[at] ?? 0))
      const first = this.#bands.get(key)
      if (first === undefined) this.#bands.set(key, index)
      else if (this.#areAlike(first, index)) this.#join(first, index)
    }
  }

  /** The groups, each with the indexes of its questions in order. */
  groups(): number[][] {
    return [...Map.groupBy(this.#parents.keys(), (index) => this.#rootOf(index)).values()]
  }

  #areAlike(one: number, other: number): boolean {
    const [left, right] = [this.#signatures[one], this.#signatures[other]]
    let equal = 0
    for (let index = 0; index < hashCount; index += 1) if (left?.[index] === right?.[index]) equal += 1
    return equal >= alike
  }

  #join(one: number, other: number): void {
    const [left, right] = [this.#rootOf(one), this.#rootOf(other)]
    this.#parents[Math.max(left, right)] = Math.min(left, right)
  }

  #rootOf(index: number): number {
    let root = index
    while ((this.#parents[root] ?? root) !== root) root = this.#parents[root] ?? root
    this.#parents[index] = root
    return root
  }
}

/** A question for `spread`: its words, when and how often it was asked. */
export interface SpreadQuestion {
  words: Uint32Array
  at: number
  times: number
}

/** A question that `spread` chose, by its index, and the hash of the word that its topic shares. */
export interface Spread {
  index: number
  topic: number | null
}

/**
 * Takes questions in turn from topics. The topic of a question is that of its words which is most of both: shared with
 * other questions, and rare among all. Questions that share no word are one topic, the last.
 */
export function spread(
  questions: readonly SpreadQuestion[],
  { order, count }: { order: 'newest' | 'typical'; count: number },
): { chosen: Spread[]; topics: number } {
  const counts = new Uint32Array(tableSize)
  for (const { words } of questions) {
    for (const word of words) counts[word % tableSize] = (counts[word % tableSize] ?? 0) + 1
  }
  const weightOf = (word: number) => {
    const shared = counts[word % tableSize] ?? 0
    return Math.log(shared) * Math.log(questions.length / shared)
  }
  const weighed = questions.map(({ words }, index) => {
    let [topic, most, sum]: [number | null, number, number] = [null, 0, 0]
    for (const word of words) {
      const weight = weightOf(word)
      sum += weight
      if (weight > most || (weight === most && topic !== null && word < topic)) [topic, most] = [word, weight]
    }
    return { topic, index, weight: sum / Math.max(1, words.length) }
  })
  const at = (index: number) => questions[index]?.at ?? 0
  const times = (index: number) => questions[index]?.times ?? 0
  const isNewest = order === 'newest'
  const topics = Map.groupBy(weighed, ({ topic }) => topic)
  const ordered = Array.from(topics, ([topic, entries]) => {
    const sorted = entries.toSorted((one, other) =>
      isNewest
        ? at(other.index) - at(one.index)
        : times(other.index) - times(one.index) ||
          other.weight - one.weight ||
          at(other.index) - at(one.index),
    )
    const size = entries.reduce((sum, { index }) => sum + times(index), 0)
    return { topic, entries: sorted, size, newest: at(sorted[0]?.index ?? 0) }
  }).toSorted(
    (one, other) =>
      Number(one.topic === null) - Number(other.topic === null) ||
      (isNewest ? 0 : other.size - one.size) ||
      other.newest - one.newest,
  )
  const chosen: Spread[] = []
  for (let round = 0; chosen.length < Math.min(count, questions.length); round += 1) {
    for (const { topic, entries } of ordered) {
      const entry = entries[round]
      if (entry !== undefined && chosen.length < count) chosen.push({ index: entry.index, topic })
    }
  }
  return { chosen, topics: ordered.length }
}

/** The hashes of words that are no topic. */
const commonHashes = new Set(Object.values(commonWords).flatMap((words) => wordsOf(words).hashes))
