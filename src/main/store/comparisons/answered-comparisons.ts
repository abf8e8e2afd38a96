import type { AgentPermission, WorkspaceIsolation } from '../../../shared/agents/agents'
import type { ComparisonId, PaneId } from '../../../shared/ids'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { toJson } from '../database/stored-json'
import { titleFromText } from '../messages/title'
import type { TreeInProgress, TreeMessage, TreeSession } from '../sessions/tree-in-progress'
import type { TreeWriter } from '../sessions/tree-writer'
import { ComparisonRows, newComparisonRow } from './comparison-rows'

/** A pane with the messages that it gets. */
export interface AnsweredPane {
  /** The origin of its answer, by which the comparison is found. */
  origin: string
  model: string
  params: ModelParams
  systemPrompt: string | null
  workspace?: string
  permission?: AgentPermission
  isolation?: WorkspaceIsolation
  tools?: ToolChoice
  /** The messages in order, each a reply to the one before. */
  messages: readonly TreeMessage[]
}

/** Comparisons of existing answers. */
export class AnsweredComparisons {
  readonly #database: WritableDatabase
  readonly #deps: { writer: TreeWriter; clock: Clock; newId: NewId }
  readonly #rows: ComparisonRows
  readonly #find
  readonly #findAll
  /** Comparisons that are being stored, by their origins: two simultaneous requests must not create two. */
  readonly #storing = new Map<string, Promise<ComparisonId>>()

  constructor(database: WritableDatabase, deps: { writer: TreeWriter; clock: Clock; newId: NewId }) {
    this.#database = database
    this.#deps = deps
    this.#rows = new ComparisonRows(database)
    this.#find = database.query<{ id: ComparisonId }>(`
      SELECT comparisons.id FROM sessions
      JOIN panes ON panes.session_id = sessions.id JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE sessions.origin = ? AND sessions.state = 'ready' AND comparisons.deleted_at IS NULL
      ORDER BY comparisons.created_at DESC LIMIT 1`)
    this.#findAll = database.query<{ id: ComparisonId }>(`
      SELECT comparisons.id FROM comparisons
      JOIN panes ON panes.comparison_id = comparisons.id JOIN sessions ON sessions.id = panes.session_id
      WHERE sessions.state = 'ready' AND comparisons.deleted_at IS NULL AND comparisons.id IN (
        SELECT comparison_id FROM panes JOIN sessions ON sessions.id = panes.session_id
        WHERE origin = :origins ->> '$[0]')
      GROUP BY comparisons.id
      HAVING json_group_array(origin ORDER BY origin) FILTER (WHERE origin IS NOT NULL) = :origins
      ORDER BY comparisons.created_at DESC LIMIT 1`)
  }

  /**
   * The newest comparison with one of these panes, even a removed one, unless the comparison is in the trash. If there
   * is none, stores one with all of the panes, or nothing. With `isExact`, finds only one that was created with exactly
   * these panes. `isLocal`: one that is stored is kept on this machine. @throws STORE_FULL, STORE_DAMAGED
   */
  async findOrCreate(
    question: string,
    panes: readonly AnsweredPane[],
    { isBlind = false, isLocal = false, isExact = false } = {},
  ): Promise<ComparisonId> {
    const origins = panes.map(({ origin }) => origin).toSorted()
    const key = origins.join(' ')
    const storing = this.#storing.get(key)
    if (storing !== undefined) return storing
    const known = isExact ? this.#exactly(origins) : this.#known(origins)
    if (known !== null) return known
    const stored = this.#create(question, panes, { isBlind, isLocal })
    this.#storing.set(key, stored)
    try {
      return await stored
    } finally {
      this.#storing.delete(key)
    }
  }

  #known(origins: readonly string[]): ComparisonId | null {
    for (const origin of origins) {
      const found = this.#find.get(origin)
      if (found !== undefined) return found.id
    }
    return null
  }

  #exactly(origins: readonly string[]): ComparisonId | null {
    const { id = null } = this.#findAll.get({ origins: toJson(origins) }) ?? {}
    return id
  }

  async #create(
    question: string,
    panes: readonly AnsweredPane[],
    { isBlind, isLocal }: { isBlind: boolean; isLocal: boolean },
  ): Promise<ComparisonId> {
    const trees: TreeInProgress[] = []
    const models = panes.map(({ model }) => model)
    try {
      for (const pane of panes) {
        const tree = this.#deps.writer.begin(sessionOf(pane, this.#deps.clock.now()), { isSealed: isBlind })
        trees.push(tree)
        if (isBlind) tree.addSealed(pane.messages, models)
        else await tree.add(pane.messages)
      }
      return this.#database.transaction(() => this.#store({ question, panes, trees, isBlind, isLocal }))
    } catch (error) {
      await Promise.all(trees.map((tree) => tree.abandon()))
      throw error
    }
  }

  #store({
    question,
    panes,
    trees,
    isBlind,
    isLocal,
  }: {
    question: string
    panes: readonly AnsweredPane[]
    trees: readonly TreeInProgress[]
    isBlind: boolean
    isLocal: boolean
  }): ComparisonId {
    const { clock, newId } = this.#deps
    const id = newId<ComparisonId>()
    const title = titleFromText(question)
    this.#rows.insert(
      newComparisonRow({
        id,
        title,
        title_source: title === null ? 'none' : 'auto',
        created_at: clock.now(),
        is_blind: Number(isBlind),
        is_local: Number(isLocal),
      }),
    )
    for (const [letter, tree] of trees.entries()) {
      const { id: sessionId } = tree.finish(panes[letter]?.messages.at(-1)?.key ?? null)
      this.#rows.insertPane({ id: newId<PaneId>(), comparison_id: id, session_id: sessionId, letter })
    }
    return id
  }
}

function sessionOf(pane: AnsweredPane, createdAt: number): TreeSession {
  const { origin, model, params, systemPrompt, workspace, permission, isolation, tools } = pane
  return {
    kind: 'pane',
    origin,
    model,
    params: toJson(params),
    system_prompt: systemPrompt,
    workspace: workspace ?? null,
    permission: permission ?? null,
    isolation: isolation ?? null,
    tools: tools === undefined ? null : toJson(tools),
    created_at: createdAt,
  }
}
