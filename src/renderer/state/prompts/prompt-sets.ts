import { createStore } from 'zustand/vanilla'

import type { SetId, SetPromptId } from '../../../shared/ids'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { PromptContent, PromptsAdded, PromptSet, PromptSetSummary } from '../../../shared/sets/sets'
import { refusalOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'

export interface PromptSetsState extends ListState<PromptSetSummary> {
  /** Last changed first. */
  sets: readonly PromptSetSummary[]
  /** The set that is open; null until it is read. */
  open: PromptSet | null
}

/** The user's prompt sets. */
export class PromptSets extends ListStore<PromptSetSummary, PromptSetsState, 'sets'> {
  readonly #api: ParleyApi
  #openId: SetId | null = null
  #isChanging = false

  constructor(api: ParleyApi) {
    super(createStore<PromptSetsState>(() => ({ ...unloadedList, sets: [], open: null })))
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
  async create(name: string, prompts: string[]): Promise<SetId | null> {
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
