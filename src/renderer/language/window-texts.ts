import type { Catalogue } from '../../shared/locales/catalogue'
import { earlyEnglish } from '../../shared/locales/en/early'
import type { Language } from '../../shared/locales/language'
import { isolated } from './isolated'
import { addTexts, createTranslator } from '../../shared/locales/translator'

/**
 * When texts are loaded: before the first render; right after the first paint or with the first chat; with the first
 * dialog.
 */
type TextStage = 'early' | 'soon' | 'late'

const sources: { [Each in Language]: Record<TextStage, () => Promise<Partial<Catalogue>>> } = {
  en: {
    early: () => Promise.resolve(earlyEnglish),
    soon: async () => (await import('../../shared/locales/en/soon')).soonEnglish,
    late: async () => (await import('../../shared/locales/en/late')).lateEnglish,
  },
  de: {
    early: async () => (await import('../../shared/locales/de/early')).earlyGerman,
    soon: async () => (await import('../../shared/locales/de/soon')).soonGerman,
    late: async () => (await import('../../shared/locales/de/late')).lateGerman,
  },
}

/** The texts of a window, in its language. They are loaded in stages, and only those of that language. */
export class WindowTexts {
  readonly translator = createTranslator(earlyEnglish, isolated)
  #spoken: Language = 'en'
  #wanted: Language = 'en'
  /** The stages that were requested so far, which every language then needs. */
  readonly #stages = new Set<TextStage>(['early'])
  readonly #loading = new Map<string, Promise<void>>()
  readonly #loaded = new Set<string>()
  /** Texts without values in the current language, because every render asks for the same ones. */
  readonly #fixed = new Map<string, string>()
  /** Whether something was drawn without a text that had not been loaded yet. */
  #isOneMissing = false
  #redrawCount = 0
  readonly #redrawListeners = new Set<() => void>()

  get language(): Language {
    return this.#spoken
  }

  /** The text of a key, with its values. Empty while it may still be loaded: `onRedraw` tells when it has been. */
  readonly translate = (key: string, values?: object): string => {
    const known = values === undefined ? this.#fixed.get(key) : undefined
    if (known !== undefined) return known
    const text = (this.translator.t as unknown as typeof this.translate)(key, values)
    if (text === key || text === '') {
      if (this.#noteMissing()) return ''
      // oxlint-disable-next-line no-console -- fails every live test that sees it
      if (text === key) console.error(`no text for ${key}: is it of a dialog that is not loaded yet?`)
    }
    if (values === undefined) this.#fixed.set(key, text)
    return text
  }

  has(key: string): boolean {
    const isKnown = this.translator.exists(key)
    if (!isKnown) this.#noteMissing()
    return isKnown
  }

  /** Calls `listener` when texts that were missing are there. Returns a function that removes it. */
  readonly onRedraw = (listener: () => void): (() => void) => {
    this.#redrawListeners.add(listener)
    return () => this.#redrawListeners.delete(listener)
  }

  /** Changes with each call of the listeners. */
  readonly redraws = (): number => this.#redrawCount

  /** Switches to `language`, unless another was requested since. */
  async setLanguage(language: Language): Promise<void> {
    this.#wanted = language
    try {
      await this.#loadStages(language)
    } catch (error) {
      if (this.#wanted === language) {
        this.#wanted = this.#spoken
        await this.#loadStages(this.#spoken)
      }
      throw error
    }
    if (this.#wanted !== language) return
    await this.translator.changeLanguage(language)
    this.#fixed.clear()
    this.#spoken = language
  }

  /** Loads the texts of `stage`, and of those before it. */
  load(stage: 'soon' | 'late'): Promise<void> {
    this.#stages.add('soon').add(stage)
    return this.#loadStages(this.#wanted)
  }

  /** Whether texts are still to come that most of the window may use. */
  #noteMissing(): boolean {
    const isToCome = !this.#loaded.has(keyOf(this.#spoken, 'soon'))
    this.#isOneMissing ||= isToCome
    return isToCome
  }

  async #loadStages(language: Language): Promise<void> {
    await Promise.all([...this.#stages].map((stage) => this.#loadOnce(language, stage)))
  }

  #loadOnce(language: Language, stage: TextStage): Promise<void> {
    const key = keyOf(language, stage)
    const loading = this.#loading.get(key) ?? this.#load(language, stage)
    this.#loading.set(key, loading)
    return loading
  }

  async #load(language: Language, stage: TextStage): Promise<void> {
    const key = keyOf(language, stage)
    try {
      addTexts(this.translator, language, await sources[language][stage]())
    } catch (error) {
      // The next one who needs them tries again.
      this.#loading.delete(key)
      throw error
    }
    this.#loaded.add(key)
    this.#fixed.clear()
    if (language !== this.#spoken || stage === 'early' || !this.#isOneMissing) return
    this.#isOneMissing = false
    this.#redrawCount += 1
    for (const listener of this.#redrawListeners) listener()
  }
}

function keyOf(language: Language, stage: TextStage): string {
  return `${language} ${stage}`
}
