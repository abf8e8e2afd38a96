import type { ComparisonId, MessageId, ProjectId, SetRunId } from '../../../../shared/ids'
import { paneLimits } from '../../../../shared/sessions/sessions'
import type { WritableDatabase } from '../../database/database'
import { ComparisonRows } from '../../comparisons/comparison-rows'
import { MergeRows } from '../../comparisons/merge-rows'
import { RowVerdicts } from '../../comparisons/row-verdicts'
import { untitledSession } from '../../messages/title'
import type { TreeInProgress, TreeMessage } from '../../sessions/tree-in-progress'
import { cellOrigin, OriginalAnswers } from '../../votes/original-answers'
import { VoteStore } from '../../votes/vote-store'
import type { ParleyComparison, ParleyMerge } from '../parley-format/parley-archive'
import {
  type ComparisonDeps,
  type FilledMerge,
  type FilledPane,
  type GivenDeps,
  storeMembers,
} from './store-members'
import type { ConversationInProgress, ImportResult } from './conversation-importer'
import { cleanTitle, type ConversationHead } from './formats/imported-conversation'
import type { ComparisonMember } from './reading/file-importer'
import { messageText, type Part, type StatementSource } from '../../../../shared/sessions/messages'
import { type ParleyPlace, placeOfId } from '../parley-format/parley-places'

/** A comparison of a file. If it `isShared`, its votes are not the user's own. */
interface GivenComparison {
  head: ParleyComparison
  isShared: boolean
  /** The runs of prompt sets in the same archive, by their names there. */
  runIds: ReadonlyMap<string, SetRunId>
  projectId: ProjectId | null
}

type ImporterDeps = ComparisonDeps & { known: ReturnType<typeof knownComparisons> }

/** Stores imported comparisons: all panes of one at once, or nothing. */
export class ComparisonImporter {
  readonly #deps: ImporterDeps

  constructor(database: WritableDatabase, deps: GivenDeps) {
    this.#deps = {
      ...deps,
      database,
      known: knownComparisons(database),
      comparisons: new ComparisonRows(database),
      merges: new MergeRows(database),
      votes: new VoteStore(database),
      verdicts: new RowVerdicts(database),
      originals: new OriginalAnswers(database),
    }
  }

  begin(given: GivenComparison): ComparisonInProgress {
    return new ComparisonInProgress(given, this.#deps)
  }
}

/** A comparison whose panes are added one after another, then its merges. Until it is finished, a restart erases it. */
export class ComparisonInProgress {
  readonly #given: GivenComparison
  readonly #deps: ImporterDeps
  readonly #panes: FilledPane[] = []
  readonly #merges: FilledMerge[] = []
  readonly #sources: MergeSources
  /** Answers of runs that panes are copies of. */
  readonly #origins = new Set<string>()

  constructor(given: GivenComparison, deps: ImporterDeps) {
    this.#given = given
    this.#deps = deps
    this.#sources = new MergeSources()
  }

  /** True if a merge names a source that is not an answer of the comparison. */
  get hasLostSources(): boolean {
    return this.#sources.hasLost
  }

  /** The panes so far, without removed ones. */
  get paneCount(): number {
    return this.#panes.filter(({ pane }) => pane.removedAt === undefined).length
  }

  /** Starts the chat of the next pane or merge. */
  beginMember(
    member: ComparisonMember,
    head: ConversationHead,
    leafKey: string | null,
  ): ConversationInProgress {
    const origin = this.#originOf(member) ?? head.origin
    const tree = this.#deps.writer.begin({ ...head, kind: 'pane', origin })
    const answers = member.kind === 'merge' ? this.#sources.answersOf(member.merge) : []
    let messageCount = 0
    const read = (message: TreeMessage): TreeMessage => {
      if (member.kind === 'merge') return this.#sources.resolved(message, answers)
      this.#sources.note(member.index, message)
      return message
    }
    return {
      add: async (messages) => {
        await tree.add(messages.map(read))
        messageCount += messages.length
      },
      finish: (unsent) => {
        const filled = { tree, leafKey, messageCount, unsent, origin }
        if (member.kind === 'pane') {
          const { pane, index } = member
          this.#sources.open(index, tree)
          this.#panes.push({ ...filled, pane, index })
        } else this.#merges.push({ ...filled, merge: member.merge, answers, model: head.model ?? '' })
        return { kind: 'pane' }
      },
      abandon: () => tree.abandon(),
    }
  }

  /** Makes it visible in lists; null when it has no panes. */
  async finish(): Promise<ImportResult | null> {
    if (this.paneCount < paneLimits.min || this.paneCount > paneLimits.max) {
      await this.abandon()
      return null
    }
    if (this.#isKnown()) {
      await this.abandon()
      return { kind: 'known' }
    }
    const { comparisonId, voteCount } = this.#deps.database.transaction(() => this.#store())
    const messageCount = [...this.#panes, ...this.#merges].reduce(
      (sum, filled) => sum + filled.messageCount,
      0,
    )
    return { kind: 'comparison', messageCount, comparisonId, voteCount }
  }

  async abandon(): Promise<void> {
    for (const { tree } of [...this.#panes, ...this.#merges]) await tree.abandon()
  }

  /** A copy of a run's answer keeps this link if the run was imported, too. */
  #originOf(member: ComparisonMember): string | null {
    const { isShared, runIds } = this.#given
    if (member.kind !== 'pane' || member.pane.copyOf === undefined || isShared) return null
    const { run, prompt, repeat, model } = member.pane.copyOf
    const runId = runIds.get(run)
    const origin = runId === undefined ? null : cellOrigin({ runId, prompt, repeat }, model)
    // Two panes never show the same answer, whatever the file says.
    if (origin === null || this.#origins.has(origin)) return null
    this.#origins.add(origin)
    return origin
  }

  #store(): { comparisonId: ComparisonId; voteCount: number } {
    const { newId, unsent: rows, clock } = this.#deps
    const { head, isShared, projectId } = this.#given
    const id = newId<ComparisonId>()
    const { title, titleSource, pinned, archived, createdAt, updatedAt, deletedAt, drafts = [] } = head
    const isBlind = head.isBlind === true
    this.#deps.comparisons.insert({
      id,
      title,
      title_source: title === null ? 'none' : (titleSource ?? 'user'),
      pinned: Number(pinned),
      archived: Number(archived),
      created_at: createdAt,
      updated_at: updatedAt,
      deleted_at: deletedAt ?? null,
      is_blind: Number(isBlind),
      // The file names the models, so they are not hidden here, whatever it says.
      revealed_at: isBlind ? Math.min(head.revealedAt ?? clock.now(), clock.now()) : null,
      project_id: projectId,
    })
    const votes = storeMembers(this.#deps, {
      id,
      panes: this.#panes,
      merges: this.#merges,
      votes: head.votes ?? [],
      verdicts: head.verdicts ?? [],
      source: isShared ? (cleanTitle(title) ?? untitledSession) : null,
    })
    rows.putDrafts(drafts, (place) => (place === 'compare' ? `compare:${id}` : null))
    return { comparisonId: id, voteCount: votes.filter(({ source }) => source === undefined).length }
  }

  /** True if a comparison with exactly these panes was imported before. */
  #isKnown(): boolean {
    const [first, ...others] = this.#panes
    if (first === undefined) return false
    const { withPane, hasPane } = this.#deps.known
    const isDeleted = this.#given.head.deletedAt === undefined ? 0 : 1
    return withPane
      .all({ origin: first.origin, isDeleted })
      .some(({ id }) => others.every(({ origin }) => hasPane.get({ id, origin }) !== undefined))
  }
}

/**
 * The answers of a comparison's panes to which its merges may refer. References to other messages, or to positions
 * beyond the end of an answer, are left out.
 */
class MergeSources {
  /** The length of each answer, by pane and key. */
  readonly #lengths = new Map<number, Map<string, number>>()
  readonly #trees = new Map<number, TreeInProgress>()
  #hasLost = false

  get hasLost(): boolean {
    return this.#hasLost
  }

  /** Records a message of a pane. */
  note(pane: number, message: TreeMessage): void {
    if (message.role !== 'assistant') return
    const lengths = this.#lengths.get(pane) ?? new Map<string, number>()
    lengths.set(message.key, messageText(message).length)
    this.#lengths.set(pane, lengths)
  }

  /** The pane is complete. */
  open(pane: number, tree: TreeInProgress): void {
    this.#trees.set(pane, tree)
  }

  /** The merged answers that the comparison has, each once. */
  answersOf({ answers }: ParleyMerge): ParleyPlace[] {
    const known = answers.filter(
      (place, index) =>
        this.#idOf(place) !== null && answers.findIndex((other) => isSame(place, other)) === index,
    )
    this.#hasLost ||= known.length < answers.length
    return known
  }

  /** A message of a merge of these answers, with the ids of its sources. */
  resolved(message: TreeMessage, answers: readonly ParleyPlace[]): TreeMessage {
    const parts = message.parts.map((part): Part => {
      if (part.type !== 'text' || part.statements === undefined) return part
      const statements = part.statements.map((statement) => ({
        ...statement,
        sources: statement.sources.flatMap((source) => this.#resolvedSource(source, answers)),
      }))
      return { ...part, statements }
    })
    return { ...message, parts }
  }

  #resolvedSource(source: StatementSource, answers: readonly ParleyPlace[]): StatementSource[] {
    const place = placeOfId(source.messageId)
    const messageId = answers.some((answer) => isSame(answer, place)) ? this.#idOf(place) : null
    const length = this.#lengths.get(place.pane)?.get(place.message) ?? 0
    if (messageId !== null && source.to <= length) return [{ ...source, messageId }]
    this.#hasLost = true
    return []
  }

  /** Null unless it is an answer of a complete pane. */
  #idOf({ pane, message }: ParleyPlace): MessageId | null {
    if (this.#lengths.get(pane)?.has(message) !== true) return null
    return this.#trees.get(pane)?.idOf(message) ?? null
  }
}

function isSame(one: ParleyPlace, other: ParleyPlace): boolean {
  return one.pane === other.pane && one.message === other.message
}

/** The statements that find comparisons that were imported before. */
function knownComparisons(database: WritableDatabase) {
  return {
    withPane: database.query<{ id: ComparisonId }>(`
      SELECT comparisons.id FROM sessions
      JOIN panes ON panes.session_id = sessions.id JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE sessions.origin = :origin AND sessions.state = 'ready'
        AND (comparisons.deleted_at IS NULL OR :isDeleted)`),
    hasPane: database.query<{ id: string }>(`
      SELECT panes.id FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE panes.comparison_id = :id AND sessions.origin = :origin`),
  }
}
