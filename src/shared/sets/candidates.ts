import type { ComparisonId, MessageId, SessionId } from '../ids'
import type { PrivateKind } from '../text/private-text'

/** Bounds of what is chosen from chats. */
export const candidateLimits = {
  /** The most that are listed, and that are added at once. */
  listed: 2_000,
  added: 500,
  /** The newest questions that are compared with each other. */
  questions: 100_000,
  beginningChars: 160,
} as const

/** The order of candidates: by time, or those first that are most like others. */
export const candidateOrders = ['newest', 'typical'] as const
export type CandidateOrder = (typeof candidateOrders)[number]

/** A question of the user that may become a prompt; others that are nearly equal are counted with it. */
export interface ChatCandidate {
  messageId: MessageId
  sessionId: SessionId
  comparisonId: ComparisonId | null
  beginning: string
  chars: number
  /** A code such as `de`; null if it is not recognised. */
  language: string | null
  hasCode: boolean
  attachments: number
  /** The models that answered. */
  models: string[]
  /** Of the answer, in US dollars; null if unknown. */
  costUsd: number | null
  askedAt: number
  /** How often it was asked. */
  times: number
  /** The word that its topic shares; null if it shares none. */
  topic: string | null
  /** Messages before it in its chat. */
  earlier: number
  /** There is a complete answer, which can be what the prompt expects. */
  hasAnswer: boolean
  /** What it contains that looks private. */
  marks: PrivateKind[]
}

/** The candidates from a part of the history. */
export interface ChatCandidates {
  candidates: ChatCandidate[]
  /** Questions that were compared, and different ones among them. */
  questions: number
  different: number
  topics: number
  /** Questions that are too long for a prompt. */
  tooLong: number
  /** There are older questions, which were not compared. */
  isCut: boolean
  /** The apps that chats were imported from. */
  imports: string[]
}

/** A question with its answer, as a prompt would have them. */
export interface ChatQuestion {
  text: string
  /** Null without a complete answer that is short enough. */
  answer: string | null
}
