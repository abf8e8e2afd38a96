/**
 * Why nothing is written to the folder: it does not exist or its disk is gone, it may not be written, its disk is full,
 * it is the data folder itself or inside it, or something else failed.
 */
export const markdownFolderProblems = ['gone', 'denied', 'full', 'inside', 'failed'] as const
export type MarkdownFolderProblem = (typeof markdownFolderProblems)[number]

/** The folder with a Markdown file for each chat. */
export interface MarkdownFolderState {
  /** Its path; null when none was chosen. */
  folder: string | null
  /** The files follow the chats; otherwise they are written when the user asks. */
  isKept: boolean
  isWriting: boolean
  /** While files are written, how many chats are done. */
  progress: { doneCount: number; totalCount: number } | null
  /** When all files were last up to date, in milliseconds since the epoch, and how many there were. */
  written: { at: number; fileCount: number } | null
  problem: MarkdownFolderProblem | null
}
