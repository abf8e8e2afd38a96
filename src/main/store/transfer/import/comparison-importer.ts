import type { ComparisonId, ProjectId, SetRunId } from '../../../../shared/ids'
import { paneLimits } from '../../../../shared/sessions/sessions'
import type { WritableDatabase } from '../../database/database'
import { MergeRows } from '../../comparisons/merge-rows'
import { RowVerdicts } from '../../comparisons/row-verdicts'
import { untitledSession } from '../../messages/title'
import type { TreeMessage } from '../../sessions/tree-in-progress'
import { cellOrigin } from '../../votes/answer-origins'
import { OriginalAnswers } from '../../votes/original-answers'
import { VoteStore } from '../../votes/vote-store'
import type { ParleyComparison } from '../parley-format/parley-archive'
import { comparisonRows } from './comparison-rows'
import type { ConversationInProgress, ImportResult } from './conversation-in-progress'
import type { ConversationHead } from './formats/imported-conversation'
import { cleanTitle } from './formats/imported-conversation'
import { MergeSources } from './merge-sources'
import type { ComparisonMember } from './reading/import-questions'
import {
  type ComparisonDeps,
  type FilledMerge,
  type FilledPane,
  type GivenDeps,
  storeMembers,
} from './store-members'

/** A comparison of a file. If it `isShared`, its votes are not the user's own. */
export interface GivenComparison {
  head: ParleyComparison
  isShared: boolean
  /** The runs of prompt sets in the same archive, by their names there. */
  runIds: ReadonlyMap<string, SetRunId>
  projectId: ProjectId | null
}

/** Stores imported comparisons: all panes of one at once, or nothing. */
export class ComparisonImporter {
  readonly #deps: ComparisonDeps

  constructor(database: WritableDatabase, deps: GivenDeps) {
    this.#deps = {
      ...deps,
      database,
      rows: comparisonRows(database),
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
  readonly #deps: ComparisonDeps
  readonly #panes: FilledPane[] = []
  readonly #merges: FilledMerge[] = []
  readonly #sources: MergeSources
  /** Answers of runs that panes are copies of. */
  readonly #origins = new Set<string>()

  constructor(given: GivenComparison, deps: ComparisonDeps) {
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
    this.#deps.rows.insert.run({
      id,
      title,
      titleSource: title === null ? 'none' : (titleSource ?? 'user'),
      pinned: pinned ? 1 : 0,
      archived: archived ? 1 : 0,
      createdAt,
      updatedAt,
      deletedAt: deletedAt ?? null,
      isBlind: isBlind ? 1 : 0,
      projectId,
      // The file names the models, so they are not hidden here, whatever it says.
      revealedAt: isBlind ? Math.min(head.revealedAt ?? clock.now(), clock.now()) : null,
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
    const { withPane, hasPane } = this.#deps.rows
    const isDeleted = this.#given.head.deletedAt === undefined ? 0 : 1
    return withPane
      .all({ origin: first.origin, isDeleted })
      .some(({ id }) => others.every(({ origin }) => hasPane.get({ id, origin }) !== undefined))
  }
}
