import { createStore } from 'zustand/vanilla'

import { english } from '../../../shared/locales/en/index'
import { currentLanguage, t } from '../../language/t'
import type { Environment } from '../../browser/environment'
import { actionGroups, actionIds, catalogue, type ActionEntry, type ActionId } from './action-catalogue'
import { isShortcut, writesSign, type KeyHost, type KeyPress } from '../../keyboard/keys'

const saidForMs = 5_000

/** Something that can be done now, and how. */
export interface Action extends ActionEntry {
  /** An `ActionId`, or the own name of one that is in no catalogue, such as `/usage`. */
  id: string
  title: string
  /** Other words by which people look for it. */
  words?: string
  /** Why it cannot be done now, for people; null or absent when it can. */
  whyNot?: () => string | null
  run: () => void
}

/** What stands where the keyboard is: no field, one without a text, or one with a text. */
export type FocusedField = 'none' | 'empty' | 'with-text'

export interface SaidState {
  said: { kind: 'done' | 'refused'; text: string } | null
}

/** An action of the catalogue, with what it does here. */
export function action(id: ActionId, how: Pick<Action, 'run' | 'whyNot'> & { title?: string }): Action {
  return {
    id,
    ...catalogue[id],
    // Asked for only where they are read: at every key press all actions are made.
    get title() {
      return t(`actions.titles.${id}`)
    },
    get words() {
      return wordsOf(id)
    },
    ...how,
  }
}

/** In every language by its English name too, as others and the manual call it. */
function wordsOf(id: ActionId): string {
  const words = t(`actions.words.${id}`)
  const { titles, words: englishWords } = english.actions
  return currentLanguage() === 'en' ? words : `${words} ${titles[id]} ${englishWords[id]}`
}

/** All that can be done in the window now. Views add what they can do while they are shown. */
export class ActionList {
  readonly store = createStore<SaidState>(() => ({ said: null }))
  readonly #environment: Pick<Environment, 'after'>
  readonly #sources = new Set<() => readonly Action[]>()
  #cancelSaid: (() => void) | null = null

  constructor(environment: Pick<Environment, 'after'>) {
    this.#environment = environment
  }

  /** Adds what `actions` gives whenever it is asked; the returned function takes that back. */
  add(actions: () => readonly Action[]): () => void {
    this.#sources.add(actions)
    return () => void this.#sources.delete(actions)
  }

  /** Each once, in the order of the catalogue, those with a name of their own at the end of their group. */
  all(): Action[] {
    const byId = new Map<string, Action>()
    for (const source of this.#sources) for (const some of source()) byId.set(some.id, some)
    return [...byId.values()].toSorted((left, right) => rankOf(left) - rankOf(right))
  }

  /** Runs the action that a key press asks for. False where it asks for none, and is left to what has the keyboard. */
  press(press: KeyPress & { repeat: boolean }, field: FocusedField, host: KeyHost): boolean {
    if (field !== 'none' && writesSign(press)) return false
    const pressed = this.all().find(
      ({ shortcut }) =>
        shortcut !== undefined &&
        isShortcut(press, shortcut, host) &&
        !(shortcut.isLeftToText === true && field === 'with-text'),
    )
    if (pressed === undefined) return false
    if (!press.repeat || pressed.shortcut?.mayRepeat === true) this.#run(pressed)
    return true
  }

  /** Runs an action by its name. False where nobody offers it now. */
  run(id: ActionId): boolean {
    const named = this.all().find((some) => some.id === id)
    if (named !== undefined) this.#run(named)
    return named !== undefined
  }

  /** Runs an action by its name, where it can be done now; otherwise says nothing. */
  runIfPossible(id: ActionId): void {
    const named = this.all().find((some) => some.id === id)
    if (named !== undefined && (named.whyNot?.() ?? null) === null) this.#run(named)
  }

  /** Says for a moment what was done, where nothing else shows it. */
  say(text: string): void {
    this.#say({ kind: 'done', text })
  }

  /** Says for a moment why something was not done. */
  refuse(text: string): void {
    this.#say({ kind: 'refused', text })
  }

  #run({ whyNot, run }: Action): void {
    const why = whyNot?.() ?? null
    if (why !== null) {
      this.refuse(why)
      return
    }
    this.#cancelSaid?.()
    this.store.setState({ said: null })
    run()
  }

  #say(said: SaidState['said']): void {
    this.#cancelSaid?.()
    this.store.setState({ said })
    this.#cancelSaid = this.#environment.after(saidForMs, () => this.store.setState({ said: null }))
  }
}

function rankOf({ id, group }: Action): number {
  const at = actionIds.findIndex((known) => known === id)
  return actionGroups.indexOf(group) * 1_000 + (at === -1 ? 999 : at)
}
