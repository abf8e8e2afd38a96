import { createStore } from 'zustand/vanilla'

import type { ProjectId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { Session } from '../../../shared/sessions/sessions'
import type { ParleyApi } from '../../rpc/parley-api'
import { projectOf, type SessionEntry } from './session-entry'
import type { SessionList } from './session-list'
import type { SessionFolderName } from './session-folder'

/** The number of selected entries that are changed concurrently. */
const atOnce = 8

/** An undo offer for a change to some chats and comparisons. */
export interface UndoOffer {
  did: 'deleted' | 'archived' | 'moved'
  entries: readonly SessionEntry[]
}

export interface OrganiserState {
  offer: UndoOffer | null
}

/**
 * Moves, archives, deletes and erases chats and comparisons, many at once, and undoes that. What changes entries
 * resolves with whether it changed all of them; what was refused is shown next to the lists.
 */
export class Organiser {
  readonly store = createStore<OrganiserState>(() => ({ offer: null }))
  readonly #api: ParleyApi
  readonly #list: SessionList
  readonly #onErased: () => void
  readonly #onUpdated: (session: Session) => void
  /** The latest change that can be undone, until it has completed. */
  #underWay: Promise<unknown> = Promise.resolve()

  /** `onErased` is called when some were permanently erased, `onUpdated` for each chat that changed. */
  constructor(deps: {
    api: ParleyApi
    list: SessionList
    onErased: () => void
    onUpdated: (session: Session) => void
  }) {
    this.#api = deps.api
    this.#list = deps.list
    this.#onErased = deps.onErased
    this.#onUpdated = deps.onUpdated
  }

  async pin(entries: readonly SessionEntry[], pinned: boolean): Promise<boolean> {
    const done = await this.#each(entries, (entry) => this.#update(entry, { pinned }))
    return done.length === entries.length
  }

  /** Keeps entries on this machine, or sends them to the others again. */
  async keepHere(entries: readonly SessionEntry[], isKept: boolean): Promise<boolean> {
    const done = await this.#each(entries, (entry) => this.#update(entry, { isLocal: isKept }))
    return done.length === entries.length
  }

  /** Archives entries and offers to undo it. */
  async archive(entries: readonly SessionEntry[]): Promise<boolean> {
    const count = await this.#doAndOffer('archived', () =>
      this.#leaving(['chats', 'project'], entries, (entry) => this.#update(entry, { archived: true })),
    )
    return count === entries.length
  }

  /** Moves entries to a project, or out of theirs, and offers to undo it. Those that are already there stay. */
  async move(entries: readonly SessionEntry[], projectId: ProjectId | null): Promise<boolean> {
    const moving = entries.filter((entry) => projectOf(entry) !== projectId)
    if (moving.length === 0) return true
    const count = await this.#doAndOffer('moved', () =>
      this.#each(moving, (entry) => this.#update(entry, { projectId })),
    )
    return count === moving.length
  }

  async unarchive(entries: readonly SessionEntry[]): Promise<boolean> {
    const done = await this.#leaving(['archived'], entries, (entry) =>
      this.#update(entry, { archived: false }),
    )
    return done.length === entries.length
  }

  /** Moves entries to the trash and offers to undo it. */
  async delete(entries: readonly SessionEntry[]): Promise<boolean> {
    const from = ['chats', 'project', 'archived'] as const
    const count = await this.#doAndOffer('deleted', () =>
      this.#leaving(from, entries, (entry) => this.#delete(entry)),
    )
    return count === entries.length
  }

  async restore(entries: readonly SessionEntry[]): Promise<void> {
    await this.#leaving(['trash'], entries, (entry) => this.#restore(entry))
  }

  /** Permanently erases entries in the trash. */
  async erase(entries: readonly SessionEntry[]): Promise<void> {
    await this.#leaving(['trash'], entries, (entry) => this.#erase(entry))
    this.#onErased()
  }

  async emptyTrash(): Promise<void> {
    const isEmptied = await this.#list.attempt(() =>
      Promise.all([this.#api.invoke('sessions.erase', {}), this.#api.invoke('compare.erase', {})]),
    )
    if (isEmptied && this.store.getState().offer?.did === 'deleted') this.forgetOffer()
    await this.#list.folders.trash.load()
    this.#onErased()
  }

  /** Undoes the last change, after main has confirmed it. */
  async undo(): Promise<void> {
    await this.#underWay
    const { offer } = this.store.getState()
    if (offer === null) return
    this.forgetOffer()
    await this.#each(offer.entries, (entry) => this.#undo(offer.did, entry))
  }

  forgetOffer(): void {
    this.store.setState({ offer: null })
  }

  /** Resolves with the number of entries that were changed. */
  #doAndOffer(did: UndoOffer['did'], act: () => Promise<SessionEntry[]>): Promise<number> {
    this.forgetOffer()
    const done = this.#offerWhenDone(did, act())
    this.#underWay = done
    return done
  }

  async #offerWhenDone(did: UndoOffer['did'], doing: Promise<SessionEntry[]>): Promise<number> {
    const entries = await doing
    if (entries.length > 0) this.store.setState({ offer: { did, entries } })
    return entries.length
  }

  /** Hides the rows at once; those that failed reappear. */
  async #leaving(
    from: readonly SessionFolderName[],
    entries: readonly SessionEntry[],
    act: (entry: SessionEntry) => Promise<unknown>,
  ): Promise<SessionEntry[]> {
    const ids = {
      sessions: entries.flatMap((entry) => (entry.kind === 'chat' ? [entry.id] : [])),
      comparisons: entries.flatMap((entry) => (entry.kind === 'compare' ? [entry.id] : [])),
    }
    const done = await this.#list.whileLeaving(from, ids, () => this.#each(entries, act))
    if (done.length < entries.length) await this.#list.load()
    return done
  }

  /** Resolves with the entries that succeeded. */
  async #each(
    entries: readonly SessionEntry[],
    act: (entry: SessionEntry) => Promise<unknown>,
  ): Promise<SessionEntry[]> {
    const done: SessionEntry[] = []
    for (let start = 0; start < entries.length; start += atOnce) {
      const some = entries.slice(start, start + atOnce)
      const outcomes = await Promise.all(some.map((entry) => this.#list.attempt(() => act(entry))))
      done.push(...some.filter((_, index) => outcomes[index] === true))
    }
    return done
  }

  #undo(did: UndoOffer['did'], entry: SessionEntry): Promise<unknown> {
    switch (did) {
      case 'deleted':
        return this.#restore(entry)
      case 'archived':
        return this.#update(entry, { archived: false })
      case 'moved':
        // The entry is as it was before.
        return this.#update(entry, { projectId: projectOf(entry) })
      default:
        return assertNever(did)
    }
  }

  #update(
    entry: SessionEntry,
    patch:
      | { pinned: boolean }
      | { archived: boolean }
      | { isLocal: boolean }
      | { projectId: ProjectId | null },
  ): Promise<unknown> {
    switch (entry.kind) {
      case 'chat':
        // The event about it is drawn with the next frame; the next key may come before that.
        return this.#api
          .invoke('sessions.update', { sessionId: entry.id, ...patch })
          .then(({ session }) => this.#onUpdated(session))
      case 'compare':
        return this.#api.invoke('compare.update', { comparisonId: entry.id, ...patch })
      default:
        return assertNever(entry)
    }
  }

  #delete(entry: SessionEntry): Promise<unknown> {
    switch (entry.kind) {
      case 'chat':
        return this.#api.invoke('sessions.delete', { sessionId: entry.id })
      case 'compare':
        return this.#api.invoke('compare.delete', { comparisonId: entry.id })
      default:
        return assertNever(entry)
    }
  }

  #restore(entry: SessionEntry): Promise<unknown> {
    switch (entry.kind) {
      case 'chat':
        return this.#api.invoke('sessions.restore', { sessionId: entry.id })
      case 'compare':
        return this.#api.invoke('compare.restore', { comparisonId: entry.id })
      default:
        return assertNever(entry)
    }
  }

  #erase(entry: SessionEntry): Promise<unknown> {
    switch (entry.kind) {
      case 'chat':
        return this.#api.invoke('sessions.erase', { sessionId: entry.id })
      case 'compare':
        return this.#api.invoke('compare.erase', { comparisonId: entry.id })
      default:
        return assertNever(entry)
    }
  }
}
