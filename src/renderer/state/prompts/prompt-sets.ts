import { createStore } from 'zustand/vanilla'

import type { SetId, SetPromptId } from '../../../shared/ids'
import type { RouteInput } from '../../../shared/rpc/contract'
import type {
  PromptContent,
  PromptsAdded,
  PromptSet,
  PromptSetSummary,
  SetPrompt,
} from '../../../shared/sets/sets'
import { refusalOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'

/** A prompt of a set in its form. */
export interface PromptEdit {
  /** Null for a new one. */
  promptId: SetPromptId | null
  content: PromptContent
  isChanged: boolean
}

export interface PromptSetsState extends ListState<PromptSetSummary> {
  /** Last changed first. */
  sets: readonly PromptSetSummary[]
  /** The set that is open; null until it is read. */
  open: PromptSet | null
  /** The prompt that is edited in each set. It stays while the window shows something else. */
  edits: Readonly<Record<SetId, PromptEdit>>
}

/** The user's prompt sets. */
export class PromptSets extends ListStore<PromptSetSummary, PromptSetsState, 'sets'> {
  readonly #api: ParleyApi
  #openId: SetId | null = null
  #isChanging = false

  constructor(api: ParleyApi) {
    super(createStore<PromptSetsState>(() => ({ ...unloadedList, sets: [], open: null, edits: {} })))
    this.#api = api
  }

  /** Reads a set. */
  async open(setId: SetId): Promise<void> {
    this.#openId = setId
    this.store.setState({ open: null, error: null })
    const error = await refusalOf(async () => this.#show((await this.#api.invoke('sets.get', { setId })).set))
    if (setId === this.#openId) this.store.setState({ error })
  }

  /** Forgets the set that is open. */
  close(): void {
    this.#openId = null
    this.store.setState({ open: null })
  }

  /** Creates a set. Resolves with its id, or null when that was refused. */
  async create(name: string, prompts: (string | PromptContent)[]): Promise<SetId | null> {
    let created: SetId | null = null
    await this.#once(async () => {
      created = (await this.#api.invoke('sets.create', { name, prompts })).set.id
    })
    return created
  }

  /** Adds prompts, or those of a file. Resolves with how many were added, or null when that was refused. */
  async add(setId: SetId, added: Omit<RouteInput<'sets.add'>, 'setId'>): Promise<PromptsAdded | null> {
    let report: PromptsAdded | null = null
    await this.#once(async () => {
      const { set, ...counts } = await this.#api.invoke('sets.add', { setId, ...added })
      this.#show(set)
      report = counts
    })
    return report
  }

  /** Opens a prompt in its form; null for a new one. */
  edit(setId: SetId, prompt: SetPrompt | null): void {
    const { id = null, ...content } = prompt ?? { text: '', systemPrompt: null, values: {}, checks: [] }
    this.#setEdit(setId, { promptId: id, content, isChanged: false })
  }

  changeEdit(setId: SetId, content: PromptContent): void {
    const edit = this.store.getState().edits[setId]
    if (edit !== undefined) this.#setEdit(setId, { ...edit, content, isChanged: true })
  }

  /** Forgets what was edited. */
  stopEditing(setId: SetId): void {
    const { [setId]: _stopped, ...edits } = this.store.getState().edits
    this.store.setState({ edits })
  }

  /** True if closing this window would lose a prompt that is being edited. */
  get wouldLose(): boolean {
    return Object.values(this.store.getState().edits).some(({ isChanged }) => isChanged)
  }

  changePrompt(setId: SetId, promptId: SetPromptId, prompt: PromptContent): Promise<boolean> {
    return this.#once(async () =>
      this.#show((await this.#api.invoke('sets.changePrompt', { setId, promptId, prompt })).set),
    )
  }

  removePrompt(set: PromptSet, promptId: SetPromptId): Promise<boolean> {
    return this.#once(async () => {
      await this.#api.invoke('sets.removePrompt', { setId: set.id, promptId })
      this.#show({ ...set, prompts: set.prompts.filter(({ id }) => id !== promptId) })
    })
  }

  rename(setId: SetId, name: string): Promise<boolean> {
    return this.attempt(async () => this.#show((await this.#api.invoke('sets.rename', { setId, name })).set))
  }

  /** Deletes a set with its runs, and offers to restore it. */
  remove(set: PromptSetSummary): Promise<boolean> {
    return this.removing(set, () => this.#api.invoke('sets.delete', { setId: set.id }))
  }

  protected override restore({ id }: PromptSetSummary): Promise<unknown> {
    return this.#api.invoke('sets.restore', { setId: id })
  }

  protected override read(): Promise<{ sets: readonly PromptSetSummary[] }> {
    return this.#api.invoke('sets.list', {})
  }

  #setEdit(setId: SetId, edit: PromptEdit): void {
    this.store.setState(({ edits }) => ({ edits: { ...edits, [setId]: edit } }))
  }

  #show(set: PromptSet): void {
    if (set.id === this.#openId) this.store.setState({ open: set })
  }

  /** Does nothing while an earlier change is under way: a second press must not add or remove anything twice. */
  async #once(act: () => Promise<unknown>): Promise<boolean> {
    if (this.#isChanging) return false
    this.#isChanging = true
    try {
      return await this.attempt(act)
    } finally {
      this.#isChanging = false
    }
  }
}
