import type { JobContext, Jobs } from '../../base/threads/job'
import type { InspectedFile } from './inspect-file'

const looking = () => import('./inspect-file')

/** Work on attached files outside the main thread. The libraries are loaded by the thread that needs them. */
export const attachmentJobs = {
  /** Loads everything, so that the next inspection starts at once. */
  async prepareInspection(_input: null): Promise<null> {
    await looking()
    return null
  },
  /** @throws INVALID_INPUT, STORE_FULL */
  async inspectFile(input: { path: string }, { signal }: JobContext<never>): Promise<InspectedFile> {
    const { inspectFile } = await looking()
    return inspectFile(input.path, signal)
  },
} satisfies Jobs

export type AttachmentJobs = typeof attachmentJobs
