import { setImmediate } from 'node:timers/promises'

import type { ComparisonId, MessageId, SessionId, SetId } from '../../../shared/ids'
import { providerOf } from '../../../shared/models/models'
import {
  critiqueOf,
  type MessageRole,
  messageText,
  type Metrics,
  type Part,
  type Usage,
} from '../../../shared/sessions/messages'
import { candidateLimits, type ChatCandidate, type ChatCandidates } from '../../../shared/sets/candidates'
import type { RouteCheckedInput } from '../../../shared/rpc/contract'
import type { EarlierAnswer } from '../../../shared/sets/schema'
import { type PromptContent, setLimits } from '../../../shared/sets/sets'
import { findPrivate } from '../../../shared/text/private-text'
import { systemClock } from '../../base/clock'
import { valueText } from '../../run-source/message-files'
import type { ReadableDatabase } from '../../store/database/database'
import { fromJson } from '../../store/database/stored-json'
import { ancestors } from '../../store/messages/message-rows'
import { hiddenCondition } from '../../store/sealed/sealed-rows'
import { matchExpression, termOf } from '../../store/search/search-terms'
import { earlierAnswerOf } from './earlier-answer'
import { hasCode, textLanguage } from './question-facts'
import { fingerprint, SimilarQuestions, spread, wordWithHash } from './similar-questions'

/** The part of the history that questions come from, and which of them are wanted. */
export type CandidateQuery = RouteCheckedInput<'sets.candidates'>
/** A question that the user chose, perhaps with another text. It is alone without what preceded it and its files. */
export type ChosenQuestion = RouteCheckedInput<'sets.addFromChats'>['chosen'][number]

/** A prompt that a question becomes. */
export interface ChosenPrompt {
  prompt: PromptContent
  /** Where what belongs to it is read; null if it stays alone. */
  source: { sessionId: SessionId; messageId: MessageId } | null
}

/**
 * Sessions whose questions may be offered: chats, and the first pane of each comparison. Not what is in the trash, copied
 * from a run of a set or from a merge, or in a comparison whose contestants are hidden. Temporary chats are not stored.
 */
const offered = `
  FROM sessions
  LEFT JOIN panes ON panes.session_id = sessions.id AND panes.removed_at IS NULL
  LEFT JOIN comparisons ON comparisons.id = panes.comparison_id
  WHERE sessions.state = 'ready' AND sessions.deleted_at IS NULL AND sessions.leaf_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM sealed WHERE sealed.session_id = sessions.id)
    AND (sessions.origin IS NULL OR (sessions.origin NOT LIKE 'set-run:%' AND sessions.origin NOT LIKE 'merge:%'))
    AND (sessions.kind = 'chat' OR (comparisons.id IS NOT NULL AND comparisons.deleted_at IS NULL
      AND NOT (${hiddenCondition})
      AND panes.position = (SELECT min(position) FROM panes AS others
        WHERE others.comparison_id = comparisons.id AND others.removed_at IS NULL)))`

interface SessionRow {
  id: SessionId
  leafId: MessageId
  comparisonId: ComparisonId | null
}

interface StepRow {
  number: number
  id: MessageId
  role: MessageRole
  createdAt: number
}

interface AnswerRow {
  model: string | null
  status: string
  costUsd: number | null
  usage: string | null
  metrics: string | null
  parts: string
}

/** A question on the path that its chat shows. */
interface FoundQuestion extends StepRow {
  session: SessionRow
  /** The number of the message with the last part of its answer; null without one. */
  answer: number | null
  /** The numbers of the messages of its path, and how many of them precede it. */
  path: readonly number[]
  earlier: number
}

/** JSON of a question that is too long for a prompt, however it is written. */
const mostPartsBytes = setLimits.promptChars * 6
/** Messages before a question that are searched for what looks private. */
const markedBefore = 40
/** The longest time for which the thread does not see that it is no longer needed. */
const turnMs = 20

/** Reads the user's questions from chats and comparisons. */
export class ChatQuestions {
  readonly #database: ReadableDatabase
  readonly #path
  readonly #parts
  readonly #answer
  readonly #models
  readonly #instructions

  constructor(database: ReadableDatabase) {
    this.#database = database
    this.#path = database.query<StepRow>(`${ancestors}
      SELECT messages.number, id, role, created_at AS createdAt
      FROM path CROSS JOIN messages USING (number) WHERE hidden = 0 ORDER BY at`)
    this.#parts = database.query<{ parts: string }>(
      `SELECT CASE WHEN octet_length(parts) > ${mostPartsBytes} THEN '' ELSE parts END AS parts
       FROM messages WHERE number = ?`,
    )
    this.#answer = database.query<AnswerRow>(
      "SELECT model, status, usage ->> '$.costUsd' AS costUsd, usage, metrics, parts FROM messages WHERE number = ?",
    )
    this.#models = database.query<{ model: string | null }>(`
      SELECT sessions.model FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE panes.comparison_id = ? AND panes.removed_at IS NULL ORDER BY panes.position`)
    this.#instructions = database.query<{ instructions: string }>(`
      SELECT coalesce(sessions.system_prompt, '') || char(10) || coalesce((
        SELECT instructions FROM projects WHERE id = coalesce(comparisons.project_id, sessions.project_id)
      ), '') AS instructions ${offered} AND sessions.id = ?`)
  }

  /** Lists questions that may become prompts. @throws the reason of `signal` when it aborts */
  async candidates(query: CandidateQuery, signal: AbortSignal): Promise<ChatCandidates> {
    const found: FoundQuestion[] = []
    const words: Uint32Array[] = []
    const similar = new SimilarQuestions()
    const known = this.#textsOf(query.setId)
    const matching = this.#matching(query.words)
    let [tooLong, isCut, pausedAt] = [0, false, systemClock.monotonic()]
    for (const session of this.#sessions(query)) {
      if (systemClock.monotonic() - pausedAt > turnMs) {
        // The first turn may be the end of the one before.
        await setImmediate()
        await setImmediate()
        signal.throwIfAborted()
        pausedAt = systemClock.monotonic()
      }
      for (const question of this.#questionsOf(session, query)) {
        if (matching !== null && !matching.has(question.number)) continue
        isCut = found.length >= candidateLimits.questions
        if (isCut) break
        const text = this.#text(question.number)
        if (text === null || text.length > setLimits.promptChars) tooLong += 1
        if (text === null || text.trim() === '' || text.length > setLimits.promptChars) continue
        if (known.has(text.trim()) || this.#isCritique(question)) continue
        const print = fingerprint(text)
        found.push(question)
        words.push(print.words)
        similar.add(print.signature)
      }
      if (isCut) break
    }
    const newestOf = (group: readonly number[]) =>
      group.reduce((one, other) =>
        (found[other]?.createdAt ?? 0) > (found[one]?.createdAt ?? 0) ? other : one,
      )
    const groups = similar.groups().map((group) => ({ newest: newestOf(group), times: group.length }))
    const { chosen, topics } = spread(
      groups.map(({ newest, times }) => ({
        words: words[newest] ?? new Uint32Array(),
        at: found[newest]?.createdAt ?? 0,
        times,
      })),
      query,
    )
    const candidates = chosen.flatMap(({ index, topic }): ChatCandidate[] => {
      const { newest = -1, times = 1 } = groups[index] ?? {}
      const question = found[newest]
      const candidate = question === undefined ? null : this.#described(question, { times, topic })
      return candidate === null ? [] : [candidate]
    })
    const imports = this.#imports()
    return { candidates, questions: found.length, different: groups.length, topics, tooLong, isCut, imports }
  }

  /** A question with its answer; null if it may not be offered, or is gone. */
  question(id: MessageId) {
    const session = this.#database
      .query<SessionRow>(
        `${selected} AND sessions.id = (SELECT session_id FROM messages WHERE messages.id = ?)`,
      )
      .get(id)
    if (session === undefined) return null
    const found = [...this.#questionsOf(session, { hasFollowUps: true })].find(
      (question) => question.id === id,
    )
    const text = found === undefined ? null : this.#text(found.number)
    if (found === undefined || text === null) return null
    return {
      text,
      answer: this.#answerOf(found)?.text ?? null,
      earlier: this.#earlierOf(found),
      models: this.#modelsOf(found),
      sessionId: session.id,
      hasMore: found.earlier > 0 || this.#filesIn(found) > 0,
    }
  }

  /** The prompts that these questions become; those that are gone are left out. */
  prompts(chosen: readonly ChosenQuestion[]): ChosenPrompt[] {
    return chosen.flatMap(({ messageId, text, expectsAnswer, isAlone }): ChosenPrompt[] => {
      const question = this.question(messageId)
      const asked = text ?? question?.text ?? ''
      if (question === null || asked.trim() === '' || asked.length > setLimits.promptChars) return []
      const { answer, earlier, models, sessionId, hasMore } = question
      const prompt = {
        text: asked,
        systemPrompt: null,
        values: {},
        checks: [],
        seenBy: [...new Set(models.map((model) => providerOf(model)))],
        ...(earlier === null ? {} : { answer: earlier }),
        ...(expectsAnswer && answer !== null ? { expected: answer } : {}),
      }
      return [{ prompt, source: (isAlone ?? !hasMore) ? null : { sessionId, messageId } }]
    })
  }

  #sessions({ projectId, importedFrom }: CandidateQuery): SessionRow[] {
    return this.#database
      .query<SessionRow>(`${selected}
        AND (:projectId IS NULL OR coalesce(comparisons.project_id, sessions.project_id) = :projectId)
        AND (:origin IS NULL OR substr(sessions.origin, 1, length(:origin)) = :origin)
        ORDER BY sessions.updated_at DESC, sessions.id`)
      .all({
        projectId: projectId ?? null,
        origin: importedFrom === undefined ? null : `${importedFrom}:`,
      })
  }

  *#questionsOf(
    session: SessionRow,
    { hasFollowUps, since = 0 }: Pick<CandidateQuery, 'hasFollowUps' | 'since'>,
  ): Generator<FoundQuestion> {
    let question: FoundQuestion | null = null
    const path: number[] = []
    for (const step of this.#path.all({ from: session.leafId, fromDepth: 0 })) {
      if (step.role === 'assistant' && question !== null) question.answer = step.number
      path.push(step.number)
      if (step.role !== 'user') continue
      if (question !== null && question.createdAt >= since) yield question
      if (question !== null && !hasFollowUps) return
      question = { ...step, session, answer: null, path, earlier: path.length - 1 }
    }
    if (question !== null && question.createdAt >= since) yield question
  }

  /** The numbers of the messages that contain all words; null for any. */
  #matching(words: string): ReadonlySet<number> | null {
    if (words.trim() === '') return null
    const terms = words.split(/\s+/).flatMap((word) => termOf(word) ?? [])
    if (terms.length === 0) return new Set()
    const rows = this.#database
      .query<{ number: number }>('SELECT rowid AS number FROM message_search WHERE message_search MATCH ?')
      .all(
        matchExpression(
          terms.map((term, index) => ({ ...term, isPrefix: term.isPrefix && index === terms.length - 1 })),
          { hasNames: true },
        ),
      )
    return new Set(rows.map(({ number }) => number))
  }

  #textsOf(setId: SetId | undefined): ReadonlySet<string> {
    const rows = this.#database
      .query<{ text: string }>('SELECT text FROM set_prompts WHERE set_id = ?')
      .all(setId ?? null)
    return new Set(rows.map(({ text }) => text.trim()))
  }

  #imports(): string[] {
    return this.#database
      .query<{ app: string }>(`
        SELECT DISTINCT substr(origin, 1, instr(origin, ':') - 1) AS app FROM sessions
        WHERE origin IS NOT NULL AND state = 'ready' AND deleted_at IS NULL AND kind = 'chat'`)
      .all()
      .map(({ app }) => app)
  }

  /** Parley wrote it, and it says nothing without the answers that it is about. */
  #isCritique({ number, earlier }: FoundQuestion): boolean {
    const parts = earlier === 0 ? '' : (this.#parts.get(number)?.parts ?? '')
    return parts !== '' && critiqueOf({ parts: fromJson<Part[]>(parts) }) !== undefined
  }

  /** Null if it is far too long. */
  #text(number: number): string | null {
    const { parts = '[]' } = this.#parts.get(number) ?? {}
    return parts === '' ? null : messageText({ parts: fromJson<Part[]>(parts) })
  }

  #answerOf({ answer }: FoundQuestion): (Omit<AnswerRow, 'parts'> & { text: string | null }) | null {
    const row = answer === null ? undefined : this.#answer.get(answer)
    if (row === undefined) return null
    const text = row.status === 'complete' ? messageText({ parts: fromJson<Part[]>(row.parts) }) : ''
    const isUsable = text.trim() !== '' && text.length <= setLimits.valueChars
    return { ...row, text: isUsable ? text : null }
  }

  /** Its answer as a contestant of runs. */
  #earlierOf(question: FoundQuestion): EarlierAnswer | null {
    const { text = null, model = null, usage = null, metrics = null } = this.#answerOf(question) ?? {}
    if (text === null) return null
    return earlierAnswerOf(text, {
      model,
      ...(usage === null ? {} : { usage: fromJson<Usage>(usage) }),
      ...(metrics === null ? {} : { metrics: fromJson<Metrics>(metrics) }),
    })
  }

  /** The models that have seen it: those of the panes, or the one that answered. */
  #modelsOf(question: FoundQuestion): string[] {
    const { comparisonId } = question.session
    const models =
      comparisonId === null
        ? [this.#answerOf(question)?.model ?? null]
        : this.#models.all(comparisonId).map(({ model }) => model)
    return [...new Set(models)].flatMap((model) => (model === null || model === '' ? [] : [model]))
  }

  #filesIn({ number }: FoundQuestion): number {
    const { parts = '' } = this.#parts.get(number) ?? {}
    return parts === '' ? 0 : fromJson<Part[]>(parts).filter(({ type }) => type === 'attachment').length
  }

  /** The texts that a prompt sends unless it is alone: also what precedes it, calls of tools, and its instructions. */
  #sentWith(question: FoundQuestion, text: string): string[] {
    if (question.earlier === 0 && this.#filesIn(question) === 0) return [text]
    const { instructions = '' } = this.#instructions.get(question.session.id) ?? {}
    const first = Math.max(0, question.earlier - markedBefore)
    const { path, earlier, answer } = question
    const before = path
      .slice(first, earlier)
      .flatMap((number) => [this.#text(number) ?? '', this.#callsIn(number)])
    const after = answer === null ? [] : path.slice(earlier + 1, path.indexOf(answer) + 1)
    return [text, instructions, ...before, ...after.map((number) => this.#callsIn(number))]
  }

  /** The calls of tools in a message, and their results. */
  #callsIn(number: number): string {
    const { parts = '' } = this.#parts.get(number) ?? {}
    return (parts === '' ? [] : fromJson<Part[]>(parts))
      .map((part) =>
        part.type === 'tool-call'
          ? valueText(part.input)
          : part.type === 'tool-result'
            ? valueText(part.output)
            : '',
      )
      .join('\n')
  }

  #described(
    question: FoundQuestion,
    { times, topic }: { times: number; topic: number | null },
  ): ChatCandidate | null {
    const text = this.#text(question.number)
    // It may have been erased since.
    if (text === null || text === '') return null
    const answer = this.#answerOf(question)
    return {
      messageId: question.id,
      sessionId: question.session.id,
      comparisonId: question.session.comparisonId,
      beginning: text.trim().slice(0, candidateLimits.beginningChars).toWellFormed(),
      chars: text.length,
      language: textLanguage(text),
      hasCode: hasCode(text),
      attachments: this.#filesIn(question),
      models: this.#modelsOf(question),
      costUsd: answer?.costUsd ?? null,
      askedAt: question.createdAt,
      times,
      topic: topic === null ? null : wordWithHash(text, topic),
      earlier: question.earlier,
      hasAnswer: answer?.text != null,
      marks: [
        ...new Set(
          this.#sentWith(question, text).flatMap((sent) => findPrivate(sent).map(({ kind }) => kind)),
        ),
      ],
    }
  }
}

const selected = `SELECT sessions.id, sessions.leaf_id AS leafId, comparisons.id AS comparisonId ${offered}`
