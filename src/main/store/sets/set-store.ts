import { failure } from '../../../shared/failures/failure'
import type { SetId, SetPromptId } from '../../../shared/ids'
import {
  type PromptContent,
  type PromptSet,
  type PromptSetSummary,
  setLimits,
} from '../../../shared/sets/sets'
import { pastLimits } from '../../../shared/sets/past'
import { type AskedPrompt, askedKey, askedPrompt } from '../../../shared/sets/asked-prompt'
import type { Criterion } from '../../../shared/sets/rubrics'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { toJson } from '../database/stored-json'
import {
  rubricIn,
  promptColumns,
  promptInsertion,
  promptsOfSet,
  setInsertion,
  type SetRow,
  toPromptContent,
} from './set-rows'

/** The time for which a deleted set can be restored. */
const keptMs = 30 * 24 * 60 * 60 * 1000

interface SummaryRow extends Omit<SetRow, 'deleted_at'> {
  prompt_count: number
  run_count: number
}

/** Prompt sets with their prompts. */
export class SetStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #list
  readonly #get
  readonly #setRubric
  readonly #prompts
  readonly #insert
  readonly #rename
  readonly #touch
  readonly #delete
  readonly #restore
  readonly #erase
  readonly #lastPosition
  readonly #pastChars
  readonly #insertPrompt
  readonly #updatePrompt
  readonly #removePrompt

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    const summary = `
      SELECT id, name, created_at, updated_at, rubric,
        (SELECT count(*) FROM set_prompts WHERE set_id = prompt_sets.id) AS prompt_count,
        (SELECT count(*) FROM set_runs WHERE set_id = prompt_sets.id AND judge_of IS NULL) AS run_count
      FROM prompt_sets WHERE deleted_at IS NULL`
    this.#list = database.query<SummaryRow>(`${summary} ORDER BY updated_at DESC, rowid DESC`)
    this.#get = database.query<SummaryRow>(`${summary} AND id = ?`)
    this.#setRubric = database.command('UPDATE prompt_sets SET rubric = ? WHERE id = ?')
    this.#prompts = promptsOfSet(database)
    this.#insert = database.command(setInsertion)
    this.#rename = database.command('UPDATE prompt_sets SET name = ? WHERE id = ?')
    this.#touch = database.command('UPDATE prompt_sets SET updated_at = ? WHERE id = ?')
    this.#delete = database.command(
      'UPDATE prompt_sets SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL',
    )
    this.#restore = database.command('UPDATE prompt_sets SET deleted_at = NULL WHERE id = ?')
    this.#erase = database.command('DELETE FROM prompt_sets WHERE deleted_at < ?')
    this.#lastPosition = database.query<{ position: number | null }>(
      'SELECT max(position) AS position FROM set_prompts WHERE set_id = ?',
    )
    this.#pastChars = database.query<{ chars: number }>(
      'SELECT coalesce(sum(length(past)), 0) AS chars FROM set_prompts WHERE set_id = ?',
    )
    this.#insertPrompt = database.command(promptInsertion)
    this.#updatePrompt = database.command(`
      UPDATE set_prompts SET text = :text, system_prompt = :system_prompt, variables = :variables, checks = :checks,
        past = :past, expected = :expected, seen_by = :seen_by, answer = :answer
      WHERE id = :id AND set_id = :set_id`)
    this.#removePrompt = database.command('DELETE FROM set_prompts WHERE id = ? AND set_id = ?')
  }

  /** Last changed first. */
  list(): PromptSetSummary[] {
    return this.#list.all().map(toSummary)
  }

  /** @throws NOT_FOUND */
  get(id: SetId): PromptSet {
    return {
      ...this.summary(id),
      prompts: this.#prompts.all(id).map((row) => ({ id: row.id, ...toPromptContent(row) })),
      ...rubricIn(this.#get.get(id)?.rubric ?? null),
    }
  }

  /** Replaces the criteria. One that is new, or has another scale, gets an id of its own. @throws NOT_FOUND */
  setRubric(id: SetId, criteria: readonly Criterion[]): void {
    const { rubric: before = [] } = this.get(id)
    const rubric = criteria.map((criterion) => {
      const isSame = before.some((each) => each.id === criterion.id && each.scale === criterion.scale)
      return isSame ? criterion : { ...criterion, id: this.#newId<string>() }
    })
    this.#change(id, () => this.#setRubric.run(rubric.length === 0 ? null : toJson(rubric), id))
  }

  /** @throws NOT_FOUND */
  summary(id: SetId): PromptSetSummary {
    const row = this.#get.get(id)
    if (row === undefined) throw failure('NOT_FOUND', 'set', { setId: id })
    return toSummary(row)
  }

  /** @throws INVALID_INPUT there are too many prompts */
  create(name: string, prompts: readonly PromptContent[]): SetId {
    const id = this.#newId<SetId>()
    this.#database.transaction(() => {
      const now = this.#clock.now()
      this.#insert.run({ id, name, created_at: now, updated_at: now, deleted_at: null, rubric: null })
      this.#append(id, prompts)
      this.#assertPasts(id)
    })
    return id
  }

  /** Adds prompts at the end, all or none. @throws NOT_FOUND, INVALID_INPUT there are too many */
  add(id: SetId, prompts: readonly PromptContent[]): void {
    this.#change(id, () => this.#append(id, prompts))
  }

  /** @throws NOT_FOUND */
  rename(id: SetId, name: string): void {
    this.#change(id, () => this.#rename.run(name, id))
  }

  /** @throws NOT_FOUND */
  changePrompt(id: SetId, promptId: SetPromptId, prompt: PromptContent): void {
    this.#change(id, () => {
      if (this.#updatePrompt.run({ id: promptId, set_id: id, ...promptColumns(prompt) }) === 0) {
        throw failure('NOT_FOUND', 'set-prompt', { promptId })
      }
    })
  }

  /** Notes that the user lets these providers see those of these questions that come from chats. @throws NOT_FOUND */
  noteSeen(id: SetId, providers: readonly string[], asked: readonly AskedPrompt[]): void {
    const keys = new Set(asked.map(askedKey))
    this.#database.transaction(() => {
      for (const { id: promptId, seenBy, ...prompt } of this.get(id).prompts) {
        if (seenBy === undefined || !keys.has(askedKey(askedPrompt(prompt)))) continue
        const content = { ...prompt, seenBy: [...new Set([...seenBy, ...providers])] }
        this.#updatePrompt.run({ id: promptId, set_id: id, ...promptColumns(content) })
      }
    })
  }

  /** Returns whether it existed. @throws NOT_FOUND there is no such set */
  removePrompt(id: SetId, promptId: SetPromptId): boolean {
    let isRemoved = false
    this.#change(id, () => {
      isRemoved = this.#removePrompt.run(promptId, id) > 0
    })
    return isRemoved
  }

  /** Hides the set and its runs. Returns whether it existed. */
  delete(id: SetId): boolean {
    return this.#delete.run(this.#clock.now(), id) > 0
  }

  /** @throws NOT_FOUND */
  restore(id: SetId): void {
    this.#restore.run(id)
    this.summary(id)
  }

  /** Erases what was deleted long ago. */
  eraseOld(): void {
    this.#erase.run(this.#clock.now() - keptMs)
  }

  #change(id: SetId, change: () => void): void {
    this.#database.transaction(() => {
      this.summary(id)
      change()
      this.#assertPasts(id)
      this.#touch.run(this.#clock.now(), id)
    })
  }

  /** A run has a copy of all of them, which is one value in its row. */
  #assertPasts(id: SetId): void {
    const max = pastLimits.charsOfSet
    if ((this.#pastChars.get(id)?.chars ?? 0) <= max) return
    throw failure('INVALID_INPUT', 'set-pasts-too-long', { field: 'prompts', max })
  }

  #append(id: SetId, prompts: readonly PromptContent[]): void {
    const max = setLimits.prompts
    if (this.summary(id).promptCount + prompts.length > max) {
      throw failure('INVALID_INPUT', 'set-too-long', { field: 'prompts', max })
    }
    const first = (this.#lastPosition.get(id)?.position ?? -1) + 1
    for (const [index, prompt] of prompts.entries()) {
      this.#insertPrompt.run({
        id: this.#newId<SetPromptId>(),
        set_id: id,
        position: first + index,
        ...promptColumns(prompt),
      })
    }
  }
}

function toSummary(row: SummaryRow): PromptSetSummary {
  return {
    id: row.id,
    name: row.name,
    promptCount: row.prompt_count,
    runCount: row.run_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
