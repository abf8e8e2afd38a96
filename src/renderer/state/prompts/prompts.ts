import { createStore } from 'zustand/vanilla'

import type { ProjectId, PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import { formatLocale } from '../../language/t'
import type { Environment } from '../../browser/environment'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'
import { promptVariables } from './prompt-text'

/** A prompt being edited. */
export interface PromptEdit {
  name: string
  text: string
  /** Null if it is offered everywhere. */
  projectId?: ProjectId | null
}

/** A saved prompt, or the new one being written. */
export type PromptKey = PromptId | 'new'

export interface PromptsState extends ListState<Prompt> {
  /** By name. */
  prompts: readonly Prompt[]
  /** Unsaved edits, which outlive the dialog. */
  edits: Readonly<Partial<Record<PromptKey, PromptEdit>>>
}

/** A prompt about to be inserted. */
export interface PreparedPrompt {
  prompt: Prompt
  /** Values that Parley fills in. */
  values: Readonly<Record<string, string>>
  /** Variables to ask the user for, with their last values. */
  missing: readonly { name: string; value: string }[]
}

/** The user's saved prompts. */
export class Prompts extends ListStore<Prompt, PromptsState, 'prompts'> {
  readonly #environment: Environment
  readonly #readClipboard: () => Promise<string | null>
  /** The last value of each variable, until the window is closed. */
  readonly #lastValues = new Map<string, string>()

  /** `readClipboard` resolves with null when the clipboard is not accessible. */
  constructor(environment: Environment, readClipboard: () => Promise<string | null>) {
    super(createStore<PromptsState>(() => ({ ...unloadedList, prompts: [], edits: {} })))
    this.#environment = environment
    this.#readClipboard = readClipboard
  }

  /** The prompt with this name, ignoring case; undefined if there is none, or none are loaded yet. */
  named(name: string): Prompt | undefined {
    const wished = name.trim().toLowerCase()
    return this.store.getState().prompts.find((prompt) => prompt.name.toLowerCase() === wished)
  }

  /** The prompts for a chat of this project: its own, then those of no project. */
  offeredIn(projectId: ProjectId | null): readonly Prompt[] {
    const { prompts } = this.store.getState()
    const general = prompts.filter((prompt) => prompt.projectId === undefined)
    return projectId === null
      ? general
      : [...prompts.filter((prompt) => prompt.projectId === projectId), ...general]
  }

  /** The edit for `key`: unsaved changes, else the saved prompt. */
  editOf(key: PromptKey): PromptEdit {
    const { edits, prompts } = this.store.getState()
    const kept = prompts.find(({ id }) => id === key)
    return (
      edits[key] ?? { name: kept?.name ?? '', text: kept?.text ?? '', projectId: kept?.projectId ?? null }
    )
  }

  edit(key: PromptKey, edit: PromptEdit): void {
    this.store.setState(({ edits }) => ({ edits: { ...edits, [key]: edit }, error: null }))
  }

  forgetEdit(key: PromptKey): void {
    this.store.setState(({ edits: { [key]: _forgotten, ...edits } }) => ({ edits, error: null }))
  }

  /** Saves the edit for `key`; resolves with the prompt's id, or null when that was refused. */
  async save(key: PromptKey): Promise<PromptId | null> {
    const written = this.editOf(key)
    let saved: PromptId | null = null
    await this.change(async () => {
      const id = key === 'new' ? {} : { id: key }
      saved = (await this.#environment.api.invoke('prompts.save', { ...written, ...id })).prompt.id
    })
    // Text typed in the meantime is not saved yet.
    if (saved !== null && this.store.getState().edits[key] === written) this.forgetEdit(key)
    return saved
  }

  /** Deletes a prompt and offers to restore it. */
  async remove(prompt: Prompt): Promise<void> {
    await this.removing(prompt, async () => {
      await this.#environment.api.invoke('prompts.remove', { promptId: prompt.id })
      this.forgetEdit(prompt.id)
    })
  }

  /** Determines what a prompt needs before it can be inserted. */
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
      values: Object.fromEntries(known),
      missing: asked.map((name) => ({ name, value: this.#lastValues.get(name) ?? '' })),
    }
  }

  /** Remembers the entered values to offer them next time; clipboard text is not one of them. */
  rememberValues(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values))
      if (name !== 'clipboard') this.#lastValues.set(name, value)
  }

  protected override restore({ name, text, projectId }: Prompt): Promise<unknown> {
    return this.#environment.api.invoke('prompts.save', { name, text, projectId: projectId ?? null })
  }

  protected override read(): Promise<{ prompts: readonly Prompt[] }> {
    return this.#environment.api.invoke('prompts.list', {})
  }
}

function longDate(time: number): string {
  return new Date(time).toLocaleDateString(formatLocale(), { day: 'numeric', month: 'long', year: 'numeric' })
}
