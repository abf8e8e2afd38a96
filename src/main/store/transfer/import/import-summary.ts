import type { ComparisonId, SessionId, SetId, SetRunId } from '../../../../shared/ids'
import { assertNever } from '../../../../shared/invariant'
import type { ArchivedSettings, ImportEvent } from '../../../../shared/store/store'
import type { ImportResult } from './conversation-importer'
import { ImportTally } from './reading/import-problems'
import type { ImportProgress } from './reading/file-importer'
import type { SetsInProgress } from './set-importer'

/** Sessions, comparisons and runs that the summary names. */
const maxNamed = 50

/** Counts what an import has added, left out and warned about so far. */
export class ImportSummary {
  /** Reasons for leaving something out, besides those of the thread that reads the file. */
  readonly skipped = new ImportTally()
  /** Warnings about what was imported. */
  readonly remarks = new ImportTally()
  /** Of the file; the user may apply them. */
  settings: ArchivedSettings | null = null
  readonly #sessionIds: SessionId[] = []
  readonly #comparisonIds: ComparisonId[] = []
  readonly #setRuns: { setId: SetId; runId: SetRunId }[] = []
  readonly #counts = {
    imported: 0,
    messages: 0,
    known: 0,
    extended: 0,
    comparisons: 0,
    prompts: 0,
    lineUps: 0,
    projects: 0,
    votes: 0,
    ownVotes: 0,
    sets: 0,
    setRuns: 0,
  }

  addOne(what: 'prompts' | 'lineUps' | 'projects'): void {
    this.#counts[what] += 1
  }

  addVotes({ ownCount, otherCount }: { ownCount: number; otherCount: number }): void {
    this.#counts.ownVotes += ownCount
    this.#counts.votes += otherCount
    if (ownCount + otherCount === 0) this.#counts.known += 1
  }

  addSets({ setCount, runs, voteCount, knownCount }: ReturnType<SetsInProgress['finish']>): void {
    this.#counts.sets += setCount
    this.#counts.setRuns += runs.length
    this.#counts.ownVotes += voteCount
    this.#counts.known += knownCount
    this.#setRuns.push(...runs.slice(0, maxNamed - this.#setRuns.length))
  }

  /** Counts a conversation or comparison with this title. Returns whether the lists of windows gained something. */
  addResult(result: ImportResult, title: string | null): boolean {
    switch (result.kind) {
      case 'imported':
        this.#counts.imported += 1
        this.#counts.messages += result.messageCount
        this.#nameSession(result.sessionId)
        return true
      case 'extended':
        if (result.changedCount > 0) this.remarks.add({ code: 'changed' }, title)
        if (result.messageCount === 0) {
          this.#counts.known += 1
          return false
        }
        this.#counts.extended += 1
        this.#counts.messages += result.messageCount
        this.#nameSession(result.sessionId)
        return true
      case 'comparison':
        this.#counts.comparisons += 1
        this.#counts.ownVotes += result.voteCount
        if (this.#comparisonIds.length < maxNamed) this.#comparisonIds.push(result.comparisonId)
        return true
      case 'pane':
        return false
      case 'known':
        this.#counts.known += 1
        return false
      case 'busy':
        this.skipped.add({ code: 'busy' }, title)
        return false
      default:
        return assertNever(result)
    }
  }

  /** The progress, with how far the file has been read. */
  progress({ readBytes, totalBytes, skipped }: ImportProgress): ImportEvent {
    return {
      type: 'progress',
      readBytes,
      totalBytes,
      importedCount: this.#counts.imported + this.#counts.extended,
      skippedCount: this.#allSkipped(skipped).count,
    }
  }

  /** The result, once the file has been read; null when nothing in it was recognised. */
  result({ source, skipped, remarks }: ImportProgress): ImportEvent | null {
    if (source === null) return null
    const counts = this.#counts
    return {
      type: 'summary',
      source,
      importedCount: counts.imported,
      messageCount: counts.messages,
      knownCount: counts.known,
      extendedCount: counts.extended,
      comparisonCount: counts.comparisons,
      promptCount: counts.prompts,
      lineUpCount: counts.lineUps,
      projectCount: counts.projects,
      skipped: this.#allSkipped(skipped).list(),
      remarks: sum(this.remarks.list(), remarks).list(),
      sessionIds: this.#sessionIds,
      comparisonIds: this.#comparisonIds,
      setCount: counts.sets,
      voteCount: counts.votes,
      ownVoteCount: counts.ownVotes,
      setRunCount: counts.setRuns,
      setRuns: this.#setRuns,
      ...(this.settings === null ? {} : { settings: this.settings }),
    }
  }

  #allSkipped(whileReading: ImportProgress['skipped']): ImportTally {
    return sum(whileReading, this.skipped.list())
  }

  #nameSession(sessionId: SessionId): void {
    if (this.#sessionIds.length < maxNamed) this.#sessionIds.push(sessionId)
  }
}

function sum(...lists: ImportProgress['skipped'][]): ImportTally {
  const all = new ImportTally()
  for (const list of lists) all.addAll(list)
  return all
}
