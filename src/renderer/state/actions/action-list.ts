import { createStore } from 'zustand/vanilla'

import { actions as english } from '../../../shared/locales/en/actions'
import { currentLanguage, t } from '../../language/t'
import type { Environment, TextStorage } from '../../browser/environment'
import { isInBrowser } from '../../browser/is-in-browser'
import { actionGroups, actionIds, catalogue, type ActionEntry, type ActionId } from './action-catalogue'
import { isBound, shortcutOf, type BoundKeys } from './bound-keys'
import { isShortcut, typesCharacter, type KeyHost, type KeyPress } from '../../keyboard/keys'

const saidForMs = 5_000

/** An action that is currently offered, and its implementation. */
export interface Action extends ActionEntry {
  /** An `ActionId`, or a separate name such as `/usage` for an action outside the catalogue. */
  id: string
  title: string
  /** Additional search words. */
  keywords?: string
  /** Why it is unavailable, as text for users; null or absent when it is available. */
  disabledReason?: () => string | null
  run: () => void
}

/** The focused field: none, an empty one, or one with text. */
export type FocusedField = 'none' | 'empty' | 'with-text'

interface AnnouncementState {
  announcement: { kind: 'done' | 'refused'; text: string } | null
}

/** An action of the catalogue with an implementation. */
export function action(
  id: ActionId,
  how: Pick<Action, 'run' | 'disabledReason'> & { title?: string },
): Action {
  return {
    id,
    ...catalogue[id],
    // A getter, because all actions are created on every key press.
    get title() {
      return titleOfAction(id)
    },
    get keywords() {
      return wordsOf(id)
    },
    ...how,
  }
}

/** The name of an action; in a browser, a window is a tab. */
export function titleOfAction(id: ActionId): string {
  const opensWindow = id === 'newWindow' || id === 'openInWindow'
  return isInBrowser && opensWindow ? t(`actions.tabs.${id}`) : t(`actions.titles.${id}`)
}

/** Search words, which always include the English title, because others and the manual use it. */
function wordsOf(id: ActionId): string {
  const words = t(`actions.words.${id}`)
  const { titles, words: englishWords } = english
  return currentLanguage() === 'en' ? words : `${words} ${titles[id]} ${englishWords[id]}`
}

/** All actions currently offered in the window. Views add theirs while they are shown. */
export class ActionList {
  readonly store = createStore<AnnouncementState>(() => ({ announcement: null }))
  readonly #environment: Pick<Environment, 'after'>
  readonly #boundKeys: () => BoundKeys
  readonly #sources = new Set<() => readonly Action[]>()
  #cancelSaid: (() => void) | null = null

  constructor(environment: Pick<Environment, 'after'>, boundKeys: () => BoundKeys) {
    this.#environment = environment
    this.#boundKeys = boundKeys
  }

  /** Adds a provider of actions, which is called on every access; returns a function that removes it. */
  add(actions: () => readonly Action[]): () => void {
    this.#sources.add(actions)
    return () => void this.#sources.delete(actions)
  }

  /** Each action once, in catalogue order; those outside the catalogue at the end of their group. */
  all(): Action[] {
    const byId = new Map<string, Action>()
    for (const source of this.#sources) for (const some of source()) byId.set(some.id, some)
    return [...byId.values()].toSorted((left, right) => rankOf(left) - rankOf(right))
  }

  /** Runs the action of a key press, first one to which the user gave the keys. False if there is none; the key then belongs to the focused element. */
  press(press: KeyPress & { repeat: boolean }, field: FocusedField, host: KeyHost): boolean {
    if (field !== 'none' && typesCharacter(press)) return false
    const bound = this.#boundKeys()
    const fitting = this.all().filter((some) => {
      const shortcut = shortcutOf(some, bound)
      if (shortcut === undefined || !isShortcut(press, shortcut, host)) return false
      return !(shortcut.yieldsToTextFields === true && field === 'with-text')
    })
    const pressed = fitting.find(({ id }) => isBound(id, bound)) ?? fitting[0]
    if (pressed === undefined) return false
    if (!press.repeat || pressed.shortcut?.mayRepeat === true) this.#run(pressed)
    return true
  }

  /** Runs an action by id. False if no provider offers it. */
  run(id: ActionId): boolean {
    const named = this.all().find((some) => some.id === id)
    if (named !== undefined) this.#run(named)
    return named !== undefined
  }

  /** Runs an action by id if it is available; otherwise shows nothing. */
  runIfPossible(id: ActionId): void {
    const named = this.all().find((some) => some.id === id)
    if (named !== undefined && (named.disabledReason?.() ?? null) === null) this.#run(named)
  }

  /** Briefly shows what was done, when nothing else shows it. */
  announce(text: string): void {
    this.#say({ kind: 'done', text })
  }

  /** Briefly shows why something was not done. */
  refuse(text: string): void {
    this.#say({ kind: 'refused', text })
  }

  #run({ disabledReason, run }: Action): void {
    const why = disabledReason?.() ?? null
    if (why !== null) {
      this.refuse(why)
      return
    }
    this.#cancelSaid?.()
    this.store.setState({ announcement: null })
    run()
  }

  #say(said: AnnouncementState['announcement']): void {
    this.#cancelSaid?.()
    this.store.setState({ announcement: said })
    this.#cancelSaid = this.#environment.after(saidForMs, () => this.store.setState({ announcement: null }))
  }
}

function rankOf({ id, group }: Action): number {
  const at = actionIds.findIndex((known) => known === id)
  return actionGroups.indexOf(group) * 1_000 + (at === -1 ? 999 : at)
}

const storageKey = 'parley.recentActions'
const maxRecent = 5

/** The most recent actions chosen in the palette in this browser or app, newest first. */
export function recentActions(storage: TextStorage): readonly string[] {
  const stored = storage.getItem(storageKey)
  return stored === null || stored === '' ? [] : stored.split('\n')
}

/** Moves an action to the front of the recent ones. */
export function noteAction(storage: TextStorage, id: string): void {
  const recent = [id, ...recentActions(storage).filter((known) => known !== id)]
  storage.setItem(storageKey, recent.slice(0, maxRecent).join('\n'))
}
