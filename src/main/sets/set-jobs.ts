import type { MessageId } from '../../shared/ids'
import type { SetResult } from '../../shared/sets/sets'
import { systemClock } from '../base/clock'
import { type JobContext, type Jobs, loadedOnDemand } from '../base/threads/job'
import { openReadOnly, withReadOnly } from '../store/database/database'
import { StoredAnswers } from '../store/sets/stored-answers'
import type { CandidateQuery, ChosenQuestion } from './candidates/chat-questions'
import type { ExportedRun } from './set-export'
import type { ShownRun } from './set-result'
import type { WatchedRuns } from './drift-report'
import type { DriftReport } from '../../shared/sets/drift'

/** The database, which its writer keeps open. */
interface InStore {
  file: string
}

/** Done in a thread: files and runs with thousands of answers would block the main thread. */
export const setJobs = {
  readPrompts: loadedOnDemand(async () => (await import('./prompt-files')).readPromptFile),
  previewPrompts: loadedOnDemand(async () => (await import('./prompt-files')).previewPromptFile),
  async readSetResult({ file, ...shown }: ShownRun & InStore): Promise<SetResult> {
    const { setResult } = await import('./set-result')
    const { allVotes } = await import('../store/votes/vote-store')
    return withReadOnly(file, (database) => setResult(new StoredAnswers(database), shown, allVotes(database)))
  },
  /** Lists questions of chats that may become prompts. */
  async findCandidates({ file, ...query }: CandidateQuery & InStore, { signal }: JobContext<never>) {
    const { ChatQuestions } = await import('./candidates/chat-questions')
    const database = openReadOnly(file, { clock: systemClock, onSlowStatement: () => {} })
    try {
      return await new ChatQuestions(database).candidates(query, signal)
    } finally {
      database.close()
    }
  },
  async readChatQuestion({ file, messageId }: { messageId: MessageId } & InStore) {
    const { ChatQuestions } = await import('./candidates/chat-questions')
    return withReadOnly(file, (database) => new ChatQuestions(database).question(messageId))
  },
  async readChatPrompts({ file, chosen }: { chosen: readonly ChosenQuestion[] } & InStore) {
    const { ChatQuestions } = await import('./candidates/chat-questions')
    return withReadOnly(file, (database) => new ChatQuestions(database).prompts(chosen))
  },
  async readDrift({ file, ...watched }: WatchedRuns & InStore): Promise<DriftReport> {
    const { driftReport } = await import('./drift-report')
    return withReadOnly(file, (database) => driftReport(new StoredAnswers(database), watched))
  },
  /** Writes a run to the new file `target`. On failure no file is left. Returns the size of the file. */
  async writeSetRun(
    { file, target, ...exported }: ExportedRun & InStore & { target: string },
    { signal }: JobContext<never>,
  ): Promise<number> {
    const { runAsFile } = await import('./set-export')
    const { WrittenFile } = await import('../store/transfer/export/written-file')
    const { yieldTurn } = await import('../store/transfer/export/export-reader')
    const written = new WrittenFile(target)
    const database = openReadOnly(file, { clock: systemClock, onSlowStatement: () => {} })
    try {
      for (const piece of runAsFile(new StoredAnswers(database), exported)) {
        written.write(Buffer.from(piece, 'utf8'))
        await yieldTurn(signal)
      }
      return written.finish()
    } catch (error) {
      written.remove()
      throw error
    } finally {
      database.close()
    }
  },
} satisfies Jobs

export type SetJobs = typeof setJobs
