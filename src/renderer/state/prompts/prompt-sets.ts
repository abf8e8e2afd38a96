import { createStore } from 'zustand/vanilla'

import { deepEqual } from '../../../shared/deep-equal'
import type { SetId, SetPromptId, SetRunId } from '../../../shared/ids'
import { type BallotOrder, ballotOrders } from '../../../shared/sets/ballots'
import { candidateLimits } from '../../../shared/sets/candidates'
import type { RouteInput, RouteOutput } from '../../../shared/rpc/contract'
import type {
  PromptContent,
  PromptSet,
  PromptSetSummary,
  SetPrompt,
  WaitingPages,
} from '../../../shared/sets/sets'
import { isRecord } from '../../../shared/record'
import type { TextStorage } from '../../browser/environment'
import { refusalOf } from '../../errors/error-data'
import type { ParleyApi } from '../../rpc/parley-api'
import { draftForSet } from '../drafts/draft-places'
import type { Drafts } from '../drafts/drafts'
import { type ListState, ListStore, unloadedList } from '../lists/list-store'
import { type PromptEdit, promptDraft, promptOfDraft } from './prompt-edit'

/** What a user has chosen to see of a run. */
export interface RunChoices {
  /** Null until the user chooses. */
  isBlind: boolean | null
  /** Undefined until the user chooses a run to compare with, or none. */
  baselineId?: SetRunId | null
  /** In which order answers are voted on. The last choice counts for every run. */
  order?: BallotOrder
}

export interface PromptSetsState extends ListState<PromptSetSummary> {
  /** Last changed first. */
  sets: readonly PromptSetSummary[]
  /** The set that is open; null until it is read. */
  open: PromptSet | null
  /** What is shown of each run. It stays over a reload. */
  choices: Readonly<Record<SetRunId, RunChoices>>
  /** A run whose pages no window has checked yet. */
  waiting: WaitingPages | null
  /** Counts the changes by another machine. */
  version: number
}

const storageKey = 'parley.run-choices'
/** The runs for which choices are kept over a reload. */
const maxKept = 50

/** Another version may have stored anything. */
function keptChoices(storage: TextStorage): Record<SetRunId, RunChoices> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return isRecord(kept) ? Object.fromEntries(Object.entries(kept).filter(isChoice)) : {}
  } catch {
    return {} // Not JSON: it is overwritten by the next choice.
  }
}

function isChoice(entry: [string, unknown]): entry is [SetRunId, RunChoices] {
  const [, choice] = entry
  if (!isRecord(choice)) return false
  const { isBlind, order } = choice
  return (
    (isBlind === null || typeof isBlind === 'boolean') &&
    (order === undefined || ballotOrders.some((each) => each === order))
  )
}

/** In which order answers are voted on. */
export function ballotOrderOf({ choices }: Pick<PromptSetsState, 'choices'>): BallotOrder {
  return Object.values(choices).findLast(({ order }) => order !== undefined)?.order ?? 'telling'
}

/** What is shown of a run at first. */
export const unchosen: RunChoices = { isBlind: null }

/** The user's prompt sets. The prompt that is edited in each set is a draft. */
export class PromptSets extends ListStore<PromptSetSummary, PromptSetsState, 'sets'> {
  readonly #api: ParleyApi
  readonly #drafts: Pick<Drafts, 'of' | 'set'>
  readonly #storage: TextStorage
  #openId: SetId | null = null
  #isChanging = false

  constructor(api: ParleyApi, drafts: Pick<Drafts, 'of' | 'set'>, storage: TextStorage) {
    const choices = keptChoices(storage)
    super(
      createStore<PromptSetsState>(() => ({
        ...unloadedList,
        sets: [],
        open: null,
        choices,
        waiting: null,
        version: 0,
      })),
    )
    this.#api = api
    this.#drafts = drafts
    this.#storage = storage
  }

  /** Reads a set. */
  async open(setId: SetId): Promise<void> {
    this.#openId = setId
    this.store.setState({ open: null, error: null })
    const error = await refusalOf(async () => this.#show((await this.#api.invoke('sets.get', { setId })).set))
    if (setId === this.#openId) this.store.setState({ error })
  }

  override async reload(): Promise<void> {
    this.store.setState(({ version }) => ({ version: version + 1 }))
    await Promise.all([super.reload(), this.#reopen()])
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
  async add(
    setId: SetId,
    added: Omit<RouteInput<'sets.add'>, 'setId'>,
  ): Promise<RouteOutput<'sets.add'> | null> {
    let answer: RouteOutput<'sets.add'> | null = null
    await this.#once(async () => {
      answer = await this.#api.invoke('sets.add', { setId, ...added })
      this.#show(answer.set)
    })
    return answer
  }

  /**
   * Adds questions of chats to a set, or to a new one with this name. Resolves with its id, or null when that was
   * refused.
   */
  async addFromChats(
    setId: SetId | null,
    chosen: RouteInput<'sets.addFromChats'>['chosen'],
    name: string,
  ): Promise<SetId | null> {
    let id = setId
    const isAdded = await this.#once(async () => {
      id ??= (await this.#api.invoke('sets.create', { name })).set.id
      for (let from = 0; from < chosen.length; from += candidateLimits.added) {
        const some = chosen.slice(from, from + candidateLimits.added)
        this.#show((await this.#api.invoke('sets.addFromChats', { setId: id, chosen: some })).set)
      }
    })
    return isAdded ? id : null
  }

  /** Opens a prompt in its form; null for a new one. */
  edit(setId: SetId, prompt: SetPrompt | null): void {
    const { id = null, ...content } = prompt ?? { text: '', systemPrompt: null, values: {}, checks: [] }
    this.#setEdit(setId, { promptId: id, content })
  }

  changeEdit(setId: SetId, content: PromptContent): void {
    const edit = this.#editOf(setId)
    if (edit !== null) this.#setEdit(setId, { ...edit, content })
  }

  /** Forgets what was edited. */
  stopEditing(setId: SetId): void {
    this.#drafts.set(draftForSet(setId), '')
  }

  /** Stores the edited prompt as `content`. What was typed while it was stored stays in the form. */
  async saveEdit(setId: SetId, content: PromptContent): Promise<void> {
    const edit = this.#editOf(setId)
    if (edit === null) return
    const promptId = await this.#save(setId, edit.promptId, content)
    const current = this.#editOf(setId)
    if (promptId === null || current?.promptId !== edit.promptId) return
    if (deepEqual(current.content, edit.content)) this.stopEditing(setId)
    else this.#setEdit(setId, { ...current, promptId })
  }

  /** Resolves with the id of the stored prompt, or null when that was refused. */
  async #save(
    setId: SetId,
    promptId: SetPromptId | null,
    prompt: PromptContent,
  ): Promise<SetPromptId | null> {
    if (promptId === null) {
      const added = await this.add(setId, { prompts: [prompt] })
      return added?.set.prompts.at(-1)?.id ?? null
    }
    const isChanged = await this.#once(async () =>
      this.#show((await this.#api.invoke('sets.changePrompt', { setId, promptId, prompt })).set),
    )
    return isChanged ? promptId : null
  }

  removePrompt(set: PromptSet, promptId: SetPromptId): Promise<boolean> {
    return this.#once(async () => {
      await this.#api.invoke('sets.removePrompt', { setId: set.id, promptId })
      this.#show({ ...set, prompts: set.prompts.filter(({ id }) => id !== promptId) })
    })
  }

  /** Replaces the criteria of a set. Resolves with whether that was accepted. */
  setRubric(setId: SetId, rubric: PromptSet['rubric'] & {}): Promise<boolean> {
    return this.#once(async () =>
      this.#show((await this.#api.invoke('sets.setRubric', { setId, rubric })).set),
    )
  }

  rename(setId: SetId, name: string): Promise<boolean> {
    return this.attempt(async () => this.#show((await this.#api.invoke('sets.rename', { setId, name })).set))
  }

  /** Deletes a set with its runs, and offers to restore it. */
  remove(set: PromptSetSummary): Promise<boolean> {
    return this.removing(set, () => this.#api.invoke('sets.delete', { setId: set.id }))
  }

  /** The set that was deleted last stays deleted, and its edited prompt goes with it. */
  override forgetRemoved(): void {
    const { removed } = this.store.getState()
    if (removed !== null) this.stopEditing(removed.id)
    super.forgetRemoved()
  }

  /** Shows something else of a run. */
  choose(runId: SetRunId, changed: Partial<RunChoices>): void {
    const { [runId]: before = unchosen, ...others } = this.store.getState().choices
    this.store.setState({ choices: { ...others, [runId]: { ...before, ...changed } } })
    // Other windows keep theirs. The last one chosen is at the end.
    const { [runId]: _replaced, ...kept } = keptChoices(this.#storage)
    const all = Object.entries({ ...kept, [runId]: { ...before, ...changed } }).slice(-maxKept)
    this.#storage.setItem(storageKey, JSON.stringify(Object.fromEntries(all)))
  }

  protected override restore({ id }: PromptSetSummary): Promise<unknown> {
    return this.#api.invoke('sets.restore', { setId: id })
  }

  protected override read(): Promise<{ sets: readonly PromptSetSummary[] }> {
    return this.#api.invoke('sets.list', {})
  }

  #editOf(setId: SetId): PromptEdit | null {
    return promptOfDraft(this.#drafts.of(draftForSet(setId)))
  }

  #setEdit(setId: SetId, edit: PromptEdit): void {
    this.#drafts.set(draftForSet(setId), promptDraft(edit))
  }

  async #reopen(): Promise<void> {
    const setId = this.#openId
    if (setId === null) return
    try {
      this.#show((await this.#api.invoke('sets.get', { setId })).set)
    } catch {
      // It was deleted elsewhere, perhaps while the user edits it: what was read stays.
    }
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
