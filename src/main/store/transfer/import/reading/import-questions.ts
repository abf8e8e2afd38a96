import type { ImportSkip } from '../../../../../shared/store/store'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import type {
  ParleyComparison,
  ParleyKept,
  ParleyMerge,
  ParleyPane,
  ParleySettings,
} from '../../parley-format/parley-archive'
import type { ParleyKeptVotes, ParleyVotes } from '../../parley-format/parley-bundle'
import type {
  ParleySet,
  ParleySetAnswers,
  ParleySetBallots,
  ParleySetRun,
} from '../../parley-format/parley-set-run'
import type { ConversationHead, ImportOrigin, UnsentWork } from '../formats/imported-conversation'
import type { FileAnswer, FileQuestion } from './file-importer'

/** The progress of the job, and what it has skipped so far. */
export interface ImportProgress {
  /** Null until something has been recognised. */
  source: ImportOrigin | null
  readBytes: number
  totalBytes: number
  skipped: ImportSkip[]
  remarks: ImportSkip[]
}

/**
 * The questions of the job, each answered before the next: several small conversations at once, where the answer has
 * what became of each; or the start of one, where the answer says whether
 * the rest is wanted, then its messages in pieces, parents before children, the last with the unsent work. Those of
 * panes and merges come between the start and the end of their comparison; runs of a set, between it and its end, where
 * `set-run-end` says that what follows is not about the run before.
 */
export type ImportQuestion =
  | { type: 'conversations'; conversations: WholeConversation[] }
  | { type: 'conversation'; head: ConversationHead; leafKey: string | null; member: ComparisonMember | null }
  | { type: 'messages'; messages: TreeMessage[]; unsent: UnsentWork | null }
  | { type: 'comparison'; head: ParleyComparison; isShared: boolean }
  | { type: 'comparison-end' }
  | { type: 'kept'; kept: ParleyKept }
  | { type: 'settings'; settings: ParleySettings }
  | { type: 'votes'; votes: ParleyVotes | ParleyKeptVotes }
  | { type: 'set-item'; item: ParleySet | ParleySetRun | ParleySetBallots }
  | { type: 'set-answers'; answers: ParleySetAnswers['answers'] }
  | { type: 'set-run-end'; isJudge: boolean }
  | { type: 'set-end' }
  | FileQuestion

/** The role of a chat in its comparison. `index` counts the panes of the file from 0. */
export type ComparisonMember =
  | { kind: 'pane'; pane: ParleyPane; index: number }
  | { kind: 'merge'; merge: ParleyMerge }

/** A small conversation without files. */
export interface WholeConversation {
  head: ConversationHead
  leafKey: string | null
  messages: readonly TreeMessage[]
  unsent: UnsentWork
}

/** The fate of a small conversation; `separate`: it must be handed over on its own. */
export type SmallAnswer = 'stored' | 'known' | 'separate'

/** The answer of the main thread to what the reading thread has found. */
export type ImportAnswer = 'go-on' | 'next-conversation' | FileAnswer | SmallAnswer[]
