import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import { formatLocale } from '../../language/t'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import { promptVariables } from './prompt-text'

/** A prompt as it is being written. */
export interface PromptEdit {
  name: string
  text: string
}

/** Which prompt is meant: one that is kept, or the one that is being written anew. */
export type PromptKey = PromptId | 'new'

export interface PromptsState {
  phase: 'loading' | 'ready' | 'failed'
  /** By name. */
  prompts: readonly Prompt[]
  error: ErrorData | null
  /** What was written and not saved: it outlives the dialog. */
  edits: Readonly<Partial<Record<PromptKey, PromptEdit>>>
  /** The one that was deleted last, while it can be brought back. */
  deleted: Prompt | null
}

/** A prompt that is about to be used. */
export interface PreparedPrompt {
  prompt: Prompt
  /** What is known by itself. */
  known: Readonly<Record<string, string>>
  /** What the user must say, with what was said last. */
  asked: readonly { name: string; value: string }[]
}

/** The texts that the user keeps to use again. */
export class Prompts {
  readonly store = createStore<PromptsState>(() => ({
    phase: 'loading',
    prompts: [],
    error: null,
    edits: {},
    deleted: null,
  }))
  readonly #environment: Environment
  readonly #readClipboard: () => Promise<string | null>
  /** What was said last for a variable of this name, as long as the window is there. */
  readonly #said = new Map<string, string>()

  /** `readClipboard` gives null where the text of the clipboard cannot be had. */
  constructor(environment: Environment, readClipboard: () => Promise<string | null>) {
    this.#environment = environment
    this.#readClipboard = readClipboard
  }

  async load(): Promise<void> {
    const isRead = await this.#attempt(() => this.#read())
    if (!isRead && this.store.getState().phase === 'loading') this.store.setState({ phase: 'failed' })
  }

  /** The prompt of this name, in any case; undefined where there is none, or none is known yet. */
  named(name: string): Prompt | undefined {
    const wished = name.trim().toLowerCase()
    return this.store.getState().prompts.find((prompt) => prompt.name.toLowerCase() === wished)
  }

  /** What is being written for `key`: what was not saved, else what is kept. */
  editOf(key: PromptKey): PromptEdit {
    const { edits, prompts } = this.store.getState()
    const kept = prompts.find(({ id }) => id === key)
    return edits[key] ?? { name: kept?.name ?? '', text: kept?.text ?? '' }
  }

  edit(key: PromptKey, edit: PromptEdit): void {
    this.store.setState(({ edits }) => ({ edits: { ...edits, [key]: edit }, error: null }))
  }

  forgetEdit(key: PromptKey): void {
    this.store.setState(({ edits: { [key]: _forgotten, ...edits } }) => ({ edits, error: null }))
  }

  /** Keeps what is being written for `key`; answers with the id under which, or null when that was refused. */
  async save(key: PromptKey): Promise<PromptId | null> {
    const written = this.editOf(key)
    let saved: PromptId | null = null
    await this.#attempt(async () => {
      const { prompt } = await this.#environment.api.invoke('prompts.save', {
        ...written,
        ...(key === 'new' ? {} : { id: key }),
      })
      saved = prompt.id
      await this.#read()
      // What was typed meanwhile is not saved yet.
      const { edits } = this.store.getState()
      if (edits[key] === written) this.forgetEdit(key)
    })
    return saved
  }

  /** Deletes one, and offers it back. */
  async remove(prompt: Prompt): Promise<void> {
    await this.#attempt(async () => {
      await this.#environment.api.invoke('prompts.remove', { promptId: prompt.id })
      this.forgetEdit(prompt.id)
      this.store.setState({ deleted: prompt })
      await this.#read()
    })
  }

  /** Brings the one back that was deleted last; answers with its id, which is a new one. */
  async undoRemove(): Promise<PromptId | null> {
    const { deleted } = this.store.getState()
    if (deleted === null) return null
    let restored: PromptId | null = null
    await this.#attempt(async () => {
      const { name, text } = deleted
      restored = (await this.#environment.api.invoke('prompts.save', { name, text })).prompt.id
      this.store.setState({ deleted: null })
      await this.#read()
    })
    return restored
  }

  forgetDeleted(): void {
    this.store.setState({ deleted: null })
  }

  /** Finds out what a prompt needs before it can be used. */
  async prepare(prompt: Prompt): Promise<PreparedPrompt> {
    const names = promptVariables(prompt.text)
    const known = new Map<string, string>()
    if (names.includes('date')) known.set('date', longDate(this.#environment.now()))
    if (names.includes('clipboard')) {
      const clipboard = await this.#readClipboard()
      if (clipboard !== null) known.set('clipboard', clipboard)
    }
    const asked = names.filter((name) => !known.has(name))
    return {
      prompt,
      known: Object.fromEntries(known),
      asked: asked.map((name) => ({ name, value: this.#said.get(name) ?? '' })),
    }
  }

  /** Keeps what was said, to offer it the next time; what was on the clipboard is nothing that was said. */
  noteSaid(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) if (name !== 'clipboard') this.#said.set(name, value)
  }

  async #read(): Promise<void> {
    const { prompts } = await this.#environment.api.invoke('prompts.list', {})
    this.store.setState({ prompts, phase: 'ready' })
  }

  async #attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      this.store.setState({ error: null })
      return true
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
      return false
    }
  }
}

function longDate(time: number): string {
  return new Date(time).toLocaleDateString(formatLocale(), { day: 'numeric', month: 'long', year: 'numeric' })
}
