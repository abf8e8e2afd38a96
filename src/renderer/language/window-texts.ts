import type { Catalogue } from '../../shared/locales/catalogue'
import { earlyEnglish } from '../../shared/locales/en/early'
import type { Language } from '../../shared/locales/language'
import { addTexts, createTranslator } from '../../shared/locales/translator'

/** The window's texts: another object once they are in another language, or the rest of them has been loaded. */
export interface Texts {
  language: Language
}

/** The texts of an empty chat, needed before the first render, and the others, which come with what shows them. */
type Part = 'early' | 'rest'

const sources: { [Each in Language]: Record<Part, () => Promise<Partial<Catalogue>>> } = {
  en: {
    early: () => Promise.resolve(earlyEnglish),
    rest: async () => (await import('../../shared/locales/en/rest')).restOfEnglish,
  },
  de: {
    early: async () => (await import('../../shared/locales/de/early')).earlyGerman,
    rest: async () => (await import('../../shared/locales/de/rest')).restOfGerman,
  },
}

/** The texts of a window, in its language. Only those of that language are loaded. */
export class WindowTexts {
  readonly translator = createTranslator(earlyEnglish, isolated)
  #current: Texts = { language: 'en' }
  #wanted: Language = 'en'
  #isRestWanted = false
  readonly #loading = new Map<string, Promise<void>>()
  readonly #complete = new Set<Language>()
  /** Texts without values in the current language, because every render asks for the same ones. */
  readonly #fixed = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  /** Another object whenever texts have changed. */
  readonly current = (): Texts => this.#current

  /** Calls `listener` when everything must be rendered again. Returns a function that removes it. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The text of a key, with its values. Empty while it has not been loaded. */
  readonly translate = (key: string, values?: object): string => {
    const known = values === undefined ? this.#fixed.get(key) : undefined
    if (known !== undefined) return known
    const text = (this.translator.t as unknown as typeof this.translate)(key, values)
    if (text === key) {
      if (!this.#complete.has(this.#current.language)) return ''
      // oxlint-disable-next-line no-console -- fails every live test that sees it
      console.error(`no text for ${key}`)
    }
    if (values === undefined) this.#fixed.set(key, text)
    return text
  }

  has(key: string): boolean {
    return this.translator.exists(key)
  }

  /** Switches to `language`, unless another was requested since. */
  async setLanguage(language: Language): Promise<void> {
    this.#wanted = language
    try {
      await this.#load(language)
    } catch (error) {
      if (this.#wanted === language) {
        this.#wanted = this.#current.language
        await this.#load(this.#wanted)
      }
      throw error
    }
    if (this.#wanted !== language || this.#current.language === language) return
    await this.translator.changeLanguage(language)
    this.#change(language)
  }

  /** Loads all texts, in this and every later language. */
  async loadRest(): Promise<void> {
    this.#isRestWanted = true
    await this.#load(this.#wanted)
  }

  async #load(language: Language): Promise<void> {
    // More may be wanted while these are loaded.
    const isWhole = this.#isRestWanted
    const parts: readonly Part[] = isWhole ? ['early', 'rest'] : ['early']
    await Promise.all(parts.map((part) => this.#loadOnce(language, part)))
    if (isWhole && !this.#complete.has(language)) {
      this.#complete.add(language)
      if (language === this.#current.language) this.#change(language)
    }
  }

  #loadOnce(language: Language, part: Part): Promise<void> {
    const key = `${language} ${part}`
    const loading =
      this.#loading.get(key) ??
      sources[language][part]().then(
        (texts) => addTexts(this.translator, language, texts),
        (error: unknown) => {
          // The next one who needs them tries again.
          this.#loading.delete(key)
          throw error
        },
      )
    this.#loading.set(key, loading)
    return loading
  }

  #change(language: Language): void {
    this.#fixed.clear()
    this.#current = { language }
    for (const listener of this.#listeners) listener()
  }
}

/** Letters written from right to left, and marks that change the direction. */
const turns =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A value in a sentence of the window; it has its own direction and does not reorder the words around it. */
function isolated(value: string): string {
  return turns.test(value) ? `\u2068${value}\u2069` : value
}
