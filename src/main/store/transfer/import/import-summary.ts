import type { ComparisonId, SessionId, SetId, SetRunId } from '../../../../shared/ids'
import { assertNever } from '../../../../shared/invariant'
import type { ArchivedSettings, ImportEvent } from '../../../../shared/store/store'
import type { ImportResult } from './conversation-importer'
import { ImportTally } from './reading/import-problems'
import type { ImportProgress } from './reading/file-importer'
import type { Applied } from '../../exchange/apply-rows'
import type { ExchangedRow } from '../../exchange/exchanged-rows'
import { cleanTitle } from './formats/imported-conversation'

/** Sessions, comparisons and runs that the summary names. */
const maxNamed = 50

/** The tables of which each row counts. */
const counted: Partial<
  Record<ExchangedRow['table'], 'comparisons' | 'prompts' | 'lineUps' | 'projects' | 'sets'>
> = {
  comparisons: 'comparisons',
  prompts: 'prompts',
  line_ups: 'lineUps',
  projects: 'projects',
  prompt_sets: 'sets',
}

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
  /** Chats and comparisons that were here before, and those of them that gained messages. */
  readonly #knownIds = new Set<string>()
  readonly #extendedIds = new Set<string>()
  /** Runs and rankings that were here before: named only in a file without chats. */
  readonly #knownOthers = new Set<string>()
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

  /** Counts a row of a store. Returns whether the lists of windows gained something. */
  addRow({ table, row }: ExchangedRow, applied: Applied): boolean {
    if (applied === 'refused') this.skipped.add({ code: 'refusedRows' }, nameIn(row))
    else if (applied === 'added') this.#addNewRow(table, row)
    else if (applied !== 'waits') this.#noteKnown(table, row)
    return (applied === 'added' || applied === 'changed') && isShown(table, row)
  }

  /** A message was added to a session of this import. */
  countMessage(): void {
    this.#counts.messages += 1
  }

  /** A message was added to a session that was here before. */
  addMessageTo(sessionId: SessionId): void {
    this.#counts.messages += 1
    this.#extendedIds.add(sessionId)
  }

  #noteKnown(table: ExchangedRow['table'], row: ExchangedRow['row']): void {
    if (isShown(table, row)) this.#knownIds.add(String(row['id']))
    else if (table === 'set_runs' && row['judge_of'] === null) this.#knownOthers.add(String(row['id']))
    // All votes of a ranking are one.
    else if (table === 'votes' && row['comparison_id'] === null) this.#knownOthers.add(table)
    // The comparison gained messages, not each of its panes.
    else if (table === 'panes' && this.#extendedIds.delete(String(row['session_id']))) {
      this.#extendedIds.add(String(row['comparison_id']))
    }
  }

  #addNewRow(table: ExchangedRow['table'], row: ExchangedRow['row']): void {
    const counts = this.#counts
    const name = counted[table]
    if (name !== undefined) counts[name] += 1
    if (table === 'votes') counts[row['source'] === null ? 'ownVotes' : 'votes'] += 1
    else if (table === 'sessions' && row['kind'] === 'chat') {
      counts.imported += 1
      this.#nameSession(row['id'] as SessionId)
    } else if (table === 'comparisons' && this.#comparisonIds.length < maxNamed) {
      this.#comparisonIds.push(row['id'] as ComparisonId)
    } else if (table === 'set_runs' && row['judge_of'] === null) {
      counts.setRuns += 1
      if (this.#setRuns.length < maxNamed) {
        this.#setRuns.push({ setId: row['set_id'] as SetId, runId: row['id'] as SetRunId })
      }
    }
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
      importedCount: this.#counts.imported + this.#counts.extended + this.#extendedIds.size,
      skippedCount: this.#allSkipped(skipped).count,
    }
  }

  /** The result, once the file has been read; null when nothing in it was recognised. */
  result({ source, skipped, remarks }: ImportProgress): ImportEvent | null {
    if (source === null) return null
    const counts = this.#counts
    const known = counts.known + this.#knownIds.size - this.#extendedKnown()
    return {
      type: 'summary',
      source,
      importedCount: counts.imported,
      messageCount: counts.messages,
      knownCount: this.#knownIds.size === 0 ? known + this.#knownOthers.size : known,
      extendedCount: counts.extended + this.#extendedIds.size,
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

  #extendedKnown(): number {
    return [...this.#extendedIds].filter((id) => this.#knownIds.has(id)).length
  }

  #allSkipped(whileReading: ImportProgress['skipped']): ImportTally {
    return sum(whileReading, this.skipped.list())
  }

  #nameSession(sessionId: SessionId): void {
    if (this.#sessionIds.length < maxNamed) this.#sessionIds.push(sessionId)
  }
}

/** Chats and comparisons are in lists of their own. */
function isShown(table: ExchangedRow['table'], row: ExchangedRow['row']): boolean {
  return table === 'comparisons' || (table === 'sessions' && row['kind'] === 'chat')
}

function nameIn(row: ExchangedRow['row']): string | null {
  const name = row['title'] ?? row['name'] ?? null
  return typeof name === 'string' ? cleanTitle(name) : null
}

function sum(...lists: ImportProgress['skipped'][]): ImportTally {
  const all = new ImportTally()
  for (const list of lists) all.addAll(list)
  return all
}
