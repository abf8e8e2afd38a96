import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from 'zustand/vanilla'

import type { PaneId } from '../../../../shared/ids'
import type { PageUse, Repeated } from '../../../../shared/pages/frame-messages'
import { hasPage, mainPageOf } from '../../../../shared/pages/answer-pages'
import type { AnswerPage, PageSize } from '../../../../shared/pages/page'
import { type Message, messageText } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { PageFrame, PageState } from '../../../pages/page-frame'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer } from '../../../state/conversations/conversation'

/** The latest answer of a pane and its page. */
interface PaneAnswer {
  answer: Message
  page: AnswerPage | null
}

interface ComparePagesState {
  /** The latest complete answers. A pane that is answering has none. */
  answers: ReadonlyMap<PaneId, PaneAnswer>
  /** The panes show their pages instead of their messages. */
  isShown: boolean
  /** There are frames, perhaps behind the messages. */
  hasFrames: boolean
  /** Each frame has shown its page, or never will. */
  isReady: boolean
  size: PageSize
  /** What the user does in one page is repeated in the others. */
  isMirroring: boolean
  /** How far the frames are; absent while they load. */
  phases: ReadonlyMap<PaneId, PageState['phase']>
  /** What could not be repeated, until something was repeated at the same element. */
  missed: ReadonlyMap<PaneId, PageUse>
}

/** The pages of a comparison's latest answers, and what its panes show of them. */
export class ComparePages {
  readonly store = createStore<ComparePagesState>(() => ({
    answers: new Map(),
    isShown: false,
    hasFrames: false,
    isReady: false,
    size: 'free',
    isMirroring: true,
    phases: new Map(),
    missed: new Map(),
  }))
  readonly #frames = new Map<PaneId, { frame: PageFrame; stop: () => void }>()

  /** Searches the answers that are not the same as before, whose frames start from nothing. */
  setAnswers(latest: readonly (readonly [PaneId, Message])[]): void {
    const { answers: before, phases, missed, isShown, isReady } = this.store.getState()
    const known = (id: PaneId, answer: Message) => {
      const kept = before.get(id)
      return kept !== undefined && isSame(kept.answer, answer) ? kept : null
    }
    if (latest.length === before.size && latest.every(([id, answer]) => known(id, answer) !== null)) return
    const answers = new Map(latest.map(([id, answer]) => [id, known(id, answer) ?? paneAnswer(answer)]))
    // Behind the messages, frames of other answers are not started.
    const hasFrames = isShown && havePage(answers)
    const isKept = ([id]: readonly [PaneId, unknown]) => hasFrames && before.get(id) === answers.get(id)
    const keptPhases = new Map([...phases].filter(isKept))
    this.store.setState({
      answers,
      hasFrames,
      isReady: areSettled(answers, keptPhases) || (isReady && [...answers].every(isKept)),
      phases: keptPhases,
      missed: new Map([...missed].filter(isKept)),
    })
  }

  /** Shows the pages, or the messages again. */
  flip(): void {
    const isShown = !this.store.getState().isShown
    this.store.setState({ isShown, missed: new Map(), ...(isShown ? { hasFrames: true } : {}) })
  }

  setSize(size: PageSize): void {
    this.store.setState({ size })
  }

  setMirroring(isMirroring: boolean): void {
    this.store.setState({ isMirroring, missed: new Map() })
  }

  setPhase(paneId: PaneId, phase: PageState['phase']): void {
    this.store.setState(({ answers, phases: before, isReady }) => {
      const phases = new Map(before).set(paneId, phase)
      return { phases, isReady: isReady || areSettled(answers, phases) }
    })
  }

  /** The running frame of a pane; null once it is gone. */
  setFrame(paneId: PaneId, frame: PageFrame | null): void {
    this.#frames.get(paneId)?.stop()
    this.#frames.delete(paneId)
    if (frame !== null)
      this.#frames.set(paneId, { frame, stop: frame.onUse((use) => this.#mirror(paneId, use)) })
  }

  #mirror(from: PaneId, use: PageUse): void {
    if (!this.store.getState().isMirroring) return
    for (const [paneId, { frame }] of this.#frames) {
      if (paneId !== from) void frame.repeat(use).then((how) => this.#note(paneId, use, how))
    }
  }

  #note(paneId: PaneId, use: PageUse, how: Repeated): void {
    const { missed, isMirroring } = this.store.getState()
    if (how === 'no' && isMirroring) this.store.setState({ missed: new Map(missed).set(paneId, use) })
    else if (how === 'element' && missed.has(paneId))
      this.store.setState({ missed: new Map([...missed].filter(([id]) => id !== paneId)) })
  }
}

/** True if an answer has a page. */
export function havePage(answers: ComparePagesState['answers']): boolean {
  return [...answers.values()].some(({ page }) => page !== null)
}

/** A shortened answer becomes longer when its model is revealed. */
function isSame(one: Message, other: Message): boolean {
  return one === other || (one.id === other.id && messageText(one) === messageText(other))
}

function areSettled(answers: ComparePagesState['answers'], phases: ComparePagesState['phases']): boolean {
  return [...answers].every(([id, { page }]) => page === null || (phases.get(id) ?? 'loading') !== 'loading')
}

/** The pages of the panes, searched when answers are complete. */
export function useComparePages(store: ComparisonStore, panes: readonly Pane[]): ComparePages {
  const [pages] = useState(() => new ComparePages())
  useEffect(() => {
    const conversations = panes.map((pane) => store.conversationOf(pane).store)
    const look = () =>
      pages.setAnswers(
        panes.flatMap(({ paneId }, position) => {
          const state = conversations[position]?.getState()
          const answer = state === undefined || state.isRunning ? undefined : lastAnswer(state)
          return answer === undefined ? [] : [[paneId, answer] as const]
        }),
      )
    look()
    const stops = conversations.map((conversation) => conversation.subscribe(look))
    return () => {
      for (const stop of stops) stop()
    }
  }, [store, panes, pages])
  return pages
}

function paneAnswer(answer: Message): PaneAnswer {
  const text = messageText(answer)
  return { answer, page: (hasPage(text) ? mainPageOf(text) : undefined) ?? null }
}

/** Makes a change that shows other parts of a pane, and focuses the one that is then shown. */
export function focusPaneBody(paneId: PaneId, change: () => void): void {
  flushSync(change)
  const slot = [...document.querySelectorAll<HTMLElement>('[data-slot="pane-slot"]')].find(
    ({ dataset }) => dataset['key'] === paneId,
  )
  slot
    ?.querySelector<HTMLElement>('[data-slot="pane-page"][data-shown="true"], [data-slot="follow-scroll"]')
    ?.focus({ preventScroll: true })
}
