import type { ComparisonId } from '../../../shared/ids'
import { type Message, messageText } from '../../../shared/sessions/messages'
import type { ComparisonStore } from '../../store/comparisons/comparison-store'
import type { HiddenContestants } from '../../store/comparisons/hidden-contestants'
import type { StoppedRounds } from '../../store/comparisons/stopped-rounds'
import type { SessionStore } from '../../store/sessions/session-store'
import type { BlindRounds } from './blind-rounds'
import { BlindVeil } from './blind-veil'
import { contestantNames, saysWho } from './contestant-names'
import { ShortenedAnswers } from './shortened-answers'

/** What hides the contestants of blind comparisons, and what else depends on it. */
export function openBlindMode(deps: {
  hidden: HiddenContestants
  rounds: BlindRounds
  stopped: StoppedRounds
  comparisons: Pick<ComparisonStore, 'modelsOf'>
  store: Pick<SessionStore, 'getMessage'>
}) {
  const { hidden, rounds, stopped, comparisons, store } = deps
  const shortened = new ShortenedAnswers(stopped, rounds)
  const questionOf = ({ sessionId, parentId }: Message) =>
    parentId === null ? '' : messageText(store.getMessage(sessionId, parentId))
  const namesOf = (id: ComparisonId) => contestantNames(comparisons.modelsOf(id))
  const isNamed = (answer: Message, id: ComparisonId) => {
    const words = wordsOf(answer)
    return words !== '' && saysWho(words, comparisons.modelsOf(id), questionOf(answer))
  }
  const isMarked = (answer: Message, id: ComparisonId) => {
    try {
      return isNamed(answer, id)
    } catch {
      // The store cannot be read now. A vote, which looks again, is refused then.
      return false
    }
  }
  return {
    veil: new BlindVeil({ hidden, rounds, shortened, namesContestant: isMarked, contestantNames: namesOf }),
    isHeld: (id: ComparisonId) => rounds.heldSince(id) !== null,
    /** How many answers have ended and are still held back. */
    endedCount: () => rounds.endedCount(),
    /** Whether an answer of the comparison names one of its models, or its maker. */
    namesContestant: isNamed,
    /** The message as far as it may be seen. */
    shownPart: (message: Message): Message => {
      const id = hidden.ofMessage(message.id)
      return id === null ? message : shortened.shown(message, id)
    },
  }
}

/** What the model wrote and the user sees: its text and its forms. */
function wordsOf(answer: Message): string {
  const forms = answer.parts.flatMap((part) => (part.type === 'form' ? [JSON.stringify(part)] : []))
  return [messageText(answer), ...forms].join('\n')
}
