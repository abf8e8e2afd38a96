import { graphemesOf } from '../../../../shared/text/graphemes'

/** Leaves room for a number and the extension within 143 bytes, the smallest limit of any file system. */
const maxBytes = 110
const utf8 = new TextEncoder()

/** Names reserved for devices on Windows, also with anything after a dot. */
const deviceNames = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[ .])/i

/**
 * A file name without extension: the title, as far as Windows, macOS and Linux all accept it, or `untitled` if nothing
 * is left of it. Never empty, a path or hidden.
 */
export function fileStem(title: string | null, untitled: string): string {
  const plain = (title ?? untitled)
    .toWellFormed()
    .normalize('NFC')
    // Zero-width joiners hold emoji together; other invisible characters only make different names look alike.
    .replace(/(?!\u200d)\p{Cf}|[\p{Co}\p{Cn}\ufffd]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[<>:"/\\|?*]+/g, '-')
  const kept = trimmed(shortened(trimmed(plain)))
  if (kept === '') return untitled
  return deviceNames.test(kept) ? `_${kept}` : kept
}

/** Windows drops dots and blanks at the end; a dot at the start hides a file, a dash makes it look like an option. */
function trimmed(text: string): string {
  return text.replace(/^[\s.\-~]+/, '').replace(/[\s.-]+$/, '')
}

function shortened(text: string): string {
  // A title may be very long; only its start matters.
  if (utf8.encode(text).length <= maxBytes) return text
  let kept = ''
  let byteCount = 0
  for (const { segment } of graphemesOf(text.slice(0, maxBytes * 2))) {
    byteCount += utf8.encode(segment).length
    if (byteCount > maxBytes) break
    kept += segment
  }
  return kept
}

/** Makes every file name in a folder unique, ignoring case and accents. */
export class UniqueFileNames {
  readonly #taken = new Set<string>()
  readonly #lastNumbers = new Map<string, number>()

  /** @param taken complete names that must not be used */
  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.#taken.add(comparableName(name))
  }

  /** `stem.ending`, or `stem (2).ending` and so on if it is taken. */
  take(stem: string, ending: string): string {
    const start = comparableName(stem)
    for (let number = (this.#lastNumbers.get(start) ?? 0) + 1; ; number += 1) {
      const name = number === 1 ? `${stem}.${ending}` : `${stem} (${number}).${ending}`
      const key = comparableName(name)
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      this.#lastNumbers.set(start, number)
      return name
    }
  }
}

/** A name as systems compare it that ignore case and accents. */
export function comparableName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
}
