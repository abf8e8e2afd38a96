import type { RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { MessageId } from '../../../../../shared/ids'
import type { Message, Part } from '../../../../../shared/sessions/messages'
import type { PromptContent } from '../../../../../shared/sets/sets'
import type { Vote } from '../../../../../shared/votes/votes'
import { sha256 } from '../../../../base/sha256'
import { versionAt } from '../../../database/row-clock'
import { toJson } from '../../../database/stored-json'
import type { ExchangedRow } from '../../../exchange/exchanged-rows'
import { placeOf, type SqlValue } from '../../../exchange/places'
import { toWritten } from '../../../exchange/written-rows'
import { toRow } from '../../../messages/message-rows'
import { answerColumns, promptColumns } from '../../../sets/set-rows'
import { voteColumns } from '../../../votes/vote-store'
import type { StoredChat } from '../contents/stored-chat'
import type { ComparisonHead, StoredMergeSession } from '../contents/stored-comparisons'
import type { NumberedAnswer, StoredCells, StoredSetRun } from '../contents/stored-sets'

/** Few enough that even long answers fit into memory together. */
const cellsPerRead = 20

/** A chat of the page, as it may be shared. */
export interface PageMerge extends StoredMergeSession {
  chat: StoredChat
}

/** The rows of a page's data, each as a line of JSON, for `RowApplier`. */
export class PageRows {
  readonly #kind: string
  readonly #exportedAt: number

  /**
   * Ids of a page are made from those of the store and `kind`, which says what the page shows of it. So importing a
   * later page of the same adds what is new, while one with other content stays separate.
   */
  constructor(kind: string, exportedAt: number) {
    this.#kind = kind
    this.#exportedAt = exportedAt
  }

  /** A comparison with the chats of its panes, its merges, votes and verdicts. */
  *comparison({
    head,
    chats,
    merges,
    votes,
    verdicts,
  }: {
    head: ComparisonHead
    chats: readonly StoredChat[]
    merges: readonly PageMerge[]
    votes: readonly Vote[]
    verdicts: readonly RowVerdict[]
  }): Generator<string> {
    const comparison = this.#id(head.id)
    yield this.#line('comparisons', {
      id: comparison,
      title: head.title,
      title_source: head.titleSource,
      pinned: Number(head.pinned),
      archived: Number(head.archived),
      is_blind: Number(head.revealedAt !== null),
      revealed_at: head.revealedAt,
      project_id: null,
      created_at: head.createdAt,
      updated_at: head.updatedAt,
      deleted_at: null,
    })
    for (const chat of [...chats, ...merges.map((merge) => merge.chat)]) yield* this.#chat(chat)
    for (const { id, sessionId, letter, position, removedAt } of head.panes) {
      yield this.#line('panes', {
        id: this.#id(id),
        comparison_id: comparison,
        session_id: this.#id(sessionId),
        position,
        letter,
        removed_at: removedAt,
      })
    }
    for (const { sessionId, kind, instructions, answers, createdAt } of merges) {
      yield this.#line('merges', {
        id: this.#id(`merge ${sessionId}`),
        comparison_id: comparison,
        session_id: this.#id(sessionId),
        kind,
        instructions,
        answers: toJson(
          answers.map(({ paneId, messageId }) => ({
            paneId: this.#id(paneId),
            messageId: this.#id(messageId),
          })),
        ),
        created_at: createdAt,
        removed_at: null,
      })
    }
    for (const { passages, model, judgement, judgedAt } of verdicts) {
      yield this.#line('row_verdicts', {
        comparison_id: comparison,
        passages: toJson(passages.map(({ messageId, range }) => ({ messageId: this.#id(messageId), range }))),
        model,
        judgement: toJson(judgement),
        judged_at: judgedAt,
      })
    }
    yield* this.votes(votes, comparison)
  }

  /** Votes; those of a comparison have its id. */
  *votes(votes: readonly Vote[], comparisonId: string | null = null): Generator<string> {
    for (const vote of votes) {
      const shown = vote.shown.map(({ paneId, messageId, ...answer }) => ({
        ...answer,
        paneId: paneId === null ? null : this.#id(paneId),
        messageId: messageId === null ? null : this.#id(messageId),
      }))
      const { id, ...columns } = voteColumns({ ...vote, answersKey: null })
      yield this.#line('votes', {
        ...columns,
        id: this.#id(id),
        comparison_id: comparisonId,
        shown: toJson(shown),
      })
    }
  }

  /** A run of a prompt set with its judges, in a set of its own, so that it can be run again. */
  *run(run: StoredSetRun): Generator<string> {
    const set = this.#id(`set ${run.id}`)
    const { name, prompts, startedAt } = run
    yield this.#line('prompt_sets', {
      id: set,
      name,
      rubric: null,
      created_at: startedAt,
      updated_at: startedAt,
      deleted_at: null,
    })
    for (const [position, prompt] of prompts.entries()) {
      const content: PromptContent = { ...prompt, values: {} }
      yield this.#line('set_prompts', {
        id: this.#id(`prompt ${position} ${run.id}`),
        set_id: set,
        position,
        ...promptColumns(content),
      })
    }
    const id = this.#id(run.id)
    yield* this.#cells(run, { id, set, asked: prompts, judgeOf: null })
    for (const judge of run.judges) {
      const judged = {
        id: this.#id(`judge ${judge.startedAt} ${run.id}`),
        set,
        asked: judge.pairs,
        judgeOf: id,
      }
      yield* this.#cells(judge, judged)
    }
  }

  *#cells(
    { name, models, repeats, startedAt, endedAt, answers, isComplete }: StoredCells,
    {
      id,
      set,
      asked,
      judgeOf,
    }: { id: string; set: string; asked: readonly unknown[]; judgeOf: string | null },
  ): Generator<string> {
    yield this.#line('set_runs', {
      id,
      set_id: set,
      name,
      state: isComplete ? 'done' : 'imported',
      models: toJson(models),
      prompt_count: asked.length,
      repeats,
      at_once: 1,
      cost_limit_usd: null,
      judge_of: judgeOf,
      rubric: null,
      ratings: null,
      started_at: startedAt,
      ended_at: endedAt,
      revealed_at: null,
      error: null,
      prompts: toJson(asked),
    })
    const cellCount = asked.length * models.length * repeats
    for (let from = 0; from < cellCount; from += cellsPerRead) {
      for (const answered of answers(from, from + cellsPerRead)) yield this.#cell(id, answered)
    }
  }

  #cell(runId: string, { cell, answer }: NumberedAnswer): string {
    return this.#line('set_cells', {
      run_id: runId,
      cell,
      is_done: 1,
      attempts: 1,
      lost_usd: 0,
      ...answerColumns(answer),
    })
  }

  *#chat({ head, tree, path }: StoredChat): Generator<string> {
    let leaf: string | null = null
    for (const { id } of path()) leaf = this.#id(id)
    yield this.#line('sessions', {
      id: this.#id(head.id),
      kind: 'pane',
      title: head.title,
      title_source: head.titleSource,
      model: head.model,
      system_prompt: head.systemPrompt,
      params: toJson(head.params),
      pinned: 0,
      archived: 0,
      unseen: 0,
      leaf_id: leaf,
      project_id: null,
      origin: null,
      origin_hash: null,
      background_usage: null,
      created_at: head.createdAt,
      updated_at: head.updatedAt,
      deleted_at: null,
    })
    for (const message of tree()) yield this.#message(message)
  }

  #message(message: Message): string {
    const { marks: _marks, ...row } = toRow({
      ...message,
      id: this.#id(message.id) as MessageId,
      parts: message.parts.map((part) => this.#part(part)),
      status: message.status === 'streaming' ? 'partial' : message.status,
    })
    return this.#line('messages', {
      ...row,
      session_id: this.#id(message.sessionId),
      parent_id: message.parentId === null ? null : this.#id(message.parentId),
      run_id: null,
      origin: null,
      marks: null,
    })
  }

  /** The sources of a merge have the ids of the page. */
  #part(part: Part): Part {
    if (part.type === 'tool-call' && part.state === 'running') return { ...part, state: 'cancelled' }
    if (part.type !== 'text' || part.statements === undefined) return part
    const statements = part.statements.map((statement) => ({
      ...statement,
      sources: statement.sources.map((source) => ({
        ...source,
        messageId: this.#id(source.messageId) as MessageId,
      })),
    }))
    return { ...part, statements }
  }

  #id(id: string): string {
    return sha256(`${this.#kind} ${id}`).slice(0, 32)
  }

  #line(table: ExchangedRow['table'], row: Record<string, SqlValue>): string {
    const version = versionAt(this.#exportedAt)
    const parts = Object.keys(placeOf(table)?.parts ?? {})
    const versions = Object.fromEntries(parts.map((part) => [part, version]))
    return JSON.stringify(toWritten({ table, row, versions }))
  }
}
