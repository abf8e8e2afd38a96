import type { SetResult } from '../../shared/sets/sets'
import { type Jobs, loadedOnDemand } from '../base/threads/job'
import { withReadOnly } from '../store/database/with-read-only'
import { StoredAnswers } from '../store/sets/stored-answers'
import type { SetFileFormat } from './set-export'
import type { ShownRun } from './set-result'

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
    return withReadOnly(file, (database) => setResult(new StoredAnswers(database), shown))
  },
  /** The answer of `sets.export` as JSON. */
  async writeSetRun({
    file,
    ...exported
  }: Pick<ShownRun, 'run' | 'judges'> & { format: SetFileFormat } & InStore): Promise<Uint8Array> {
    const { runAsText } = await import('./set-export')
    const text = withReadOnly(file, (database) => runAsText(new StoredAnswers(database), exported))
    return new TextEncoder().encode(JSON.stringify({ text }))
  },
} satisfies Jobs

export type SetJobs = typeof setJobs
