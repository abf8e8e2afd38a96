import type { Message } from '../../../../../shared/sessions/messages'

/** The question of a turn and what followed it, for one pane. */
interface PaneTurn {
  asked: Message[]
  answered: Message[]
}

/** One question of a comparison with the answers of its panes. */
export interface AlignedTurn {
  /** The question of all panes; null when they were asked different ones. */
  shared: Message[] | null
  /** One per pane; null for a pane that has no such turn. */
  panes: (PaneTurn | null)[]
}

/** The turns of several panes side by side, one at a time: the first of each, then the second of each, and so on. */
export function* alignedTurns(paths: readonly Iterable<Message>[]): Generator<AlignedTurn> {
  const readers = paths.map((path) => turnsOf(path))
  for (;;) {
    const panes = readers.map((reader) => {
      const next = reader.next()
      return next.done === true ? null : next.value
    })
    const there = panes.filter((pane) => pane !== null)
    const [first] = there
    if (first === undefined) return
    const isShared =
      first.asked.length > 0 && there.every(({ asked }) => contentOf(asked) === contentOf(first.asked))
    yield { shared: isShared ? first.asked : null, panes }
  }
}

function* turnsOf(path: Iterable<Message>): Generator<PaneTurn> {
  let turn: PaneTurn = { asked: [], answered: [] }
  for (const message of path) {
    if (message.role === 'user' && message.hidden !== true) {
      if (turn.answered.length > 0) {
        yield turn
        turn = { asked: [], answered: [] }
      }
      turn.asked.push(message)
    } else {
      turn.answered.push(message)
    }
  }
  if (turn.asked.length + turn.answered.length > 0) yield turn
}

function contentOf(messages: readonly Message[]): string {
  return JSON.stringify(messages.map(({ parts }) => parts))
}
