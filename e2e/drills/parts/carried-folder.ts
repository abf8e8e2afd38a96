import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'

import type { Random } from '../../../src/main/base/seeded-random.ts'

/**
 * A machine's copy of a folder, and the program that carries it to the others through a copy in the middle. It behaves as
 * such programs do: files come late, in any order, at first half written, or a second time under another name.
 */
export class CarriedFolder {
  readonly path: string
  /** When something was last carried into it. */
  receivedAt = 0
  readonly #middle: string
  /** What was in both after the last time. */
  #known = new Set<string>()

  constructor(path: string, middle: string) {
    this.path = path
    this.#middle = middle
    for (const folder of [path, middle]) mkdirSync(folder, { recursive: true })
  }

  /**
   * Carries in both directions; with `random`, some of it is done badly, or not at all this time. Returns whether there was
   * anything to carry.
   */
  carry(random: Random | null): boolean {
    if (!existsSync(this.path)) return false
    const isSent = this.#carry(this.path, this.#middle, random)
    const isReceived = this.#carry(this.#middle, this.path, random)
    if (isReceived) this.receivedAt = Date.now()
    this.#known = new Set(readdirSync(this.path).filter((name) => existsSync(join(this.#middle, name))))
    return isSent || isReceived
  }

  /** The folder cannot be reached until the returned function is called. */
  unmount(): () => void {
    renameSync(this.path, `${this.path} (away)`)
    return () => renameSync(`${this.path} (away)`, this.path)
  }

  /** Returns whether there was anything to carry. */
  #carry(from: string, to: string, random: Random | null): boolean {
    let isAny = false
    for (const name of readdirSync(from)) {
      const [source, target] = [join(from, name), join(to, name)]
      const isThere = existsSync(target)
      if (isThere && statSync(target).size === statSync(source).size) continue
      if (!isThere && this.#known.has(name)) {
        // It was deleted on the other side.
        isAny = true
        rmSync(source)
        continue
      }
      // What a machine has written is never smaller than what was carried of it.
      if (isThere && statSync(target).size > statSync(source).size) continue
      isAny = true
      const how = random?.below(8)
      if (how === 0) continue
      if (how === 1) {
        const whole = readFileSync(source)
        writeFileSync(target, whole.subarray(0, Math.floor(whole.length / 2)))
        continue
      }
      if (how === 2)
        copyFileSync(source, join(to, `${name.slice(0, -extname(name).length)} (copy)${extname(name)}`))
      copyFileSync(source, target)
    }
    return isAny
  }
}
