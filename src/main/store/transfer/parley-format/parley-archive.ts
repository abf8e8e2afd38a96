import { z } from 'zod'

import type { AttachmentPart } from '../../../../shared/sessions/messages'
import { attachmentPart, shape, shortText, text, time } from './parley-shapes'
import type { TitleSource } from '../../sessions/session-rows'

/** What Parley's own files call themselves. */
export const parleyFile = {
  /** One chat: a file of its own, or one of many in an archive. */
  chat: 'parley-chat',
  /** The file `archiveEntry` of a ZIP of many chats. */
  archive: 'parley-archive',
  archiveEntry: 'parley.json',
  /** Says which file of the ZIP an attachment is; in the folder `filesFolder` each stands under its hash. */
  files: 'parley-files',
  filesEntry: 'parley-files.json',
  filesFolder: 'files',
  /** What else an archive of everything holds. */
  comparison: 'parley-comparison',
  comparisonsFolder: 'comparisons',
  binFolder: 'bin',
  prompt: 'parley-prompt',
  promptsEntry: 'parley-prompts.json',
  drafts: 'parley-drafts',
  draftsEntry: 'parley-drafts.json',
  version: 1,
} as const

/** What the ZIP of many chats says about itself. */
export interface ParleyArchive {
  format: typeof parleyFile.archive
  version: typeof parleyFile.version
  /** In which form the chats are; only `json` can be taken in again. */
  content: 'json' | 'markdown' | 'html'
  chatCount: number
  comparisonCount: number
  exportedAt: number
}

/** A message that waits to be sent. */
export interface ParleyQueued {
  text: string
  attachments?: AttachmentPart[]
  model?: string
  createdAt: number
}

/**
 * What was typed and not sent. Within a chat `place` is `chat`, `pane`, `edit:KEY`, `form:ID` or `queued:NUMBER`, counted
 * from 1; within a comparison it is `compare`; and otherwise what the window calls it.
 */
export interface ParleyDraft {
  place: string
  text: string
  updatedAt: number
}

/** A comparison, before the chats of its panes: they follow it in the list that it begins. */
export interface ParleyComparison {
  format: typeof parleyFile.comparison
  version: typeof parleyFile.version
  title: string | null
  titleSource?: Exclude<TitleSource, 'none'>
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
  deletedAt?: number
  /** In the order of the chats that follow. */
  panes: ParleyPane[]
  drafts?: ParleyDraft[]
}

/** Where the chat of a pane stands. */
export interface ParleyPane {
  position: number
  /** When the pane was taken away. */
  removedAt?: number
}

/** A text that the user keeps to use again. */
export interface ParleyPrompt {
  format: typeof parleyFile.prompt
  version: typeof parleyFile.version
  name: string
  text: string
  updatedAt: number
}

/** What was typed in no chat. */
export interface ParleyDrafts {
  format: typeof parleyFile.drafts
  version: typeof parleyFile.version
  drafts: ParleyDraft[]
}

export const queued: z.ZodType<ParleyQueued> = shape<ParleyQueued>()({
  text,
  attachments: z.array(attachmentPart).exactOptional(),
  model: shortText.exactOptional(),
  createdAt: time,
})

export const draft: z.ZodType<ParleyDraft> = shape<ParleyDraft>()({
  place: shortText,
  text,
  updatedAt: time,
})

const version = z.literal(parleyFile.version)

const comparison: z.ZodType<ParleyComparison> = shape<ParleyComparison>()({
  format: z.literal(parleyFile.comparison),
  version,
  title: shortText.nullable(),
  titleSource: z.enum(['auto', 'named', 'user']).exactOptional(),
  pinned: z.boolean(),
  archived: z.boolean(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.exactOptional(),
  panes: z
    .array(shape<ParleyPane>()({ position: z.number().int().min(0), removedAt: time.exactOptional() }))
    .max(1_000),
  drafts: z.array(draft).exactOptional(),
})

const prompt: z.ZodType<ParleyPrompt> = shape<ParleyPrompt>()({
  format: z.literal(parleyFile.prompt),
  version,
  name: shortText.min(1),
  text,
  updatedAt: time,
})

const drafts: z.ZodType<ParleyDrafts> = shape<ParleyDrafts>()({
  format: z.literal(parleyFile.drafts),
  version,
  drafts: z.array(draft),
})

/** What an archive holds beside chats. */
export type ParleyBeside = ParleyComparison | ParleyPrompt | ParleyDrafts

const besides = z.union([comparison, prompt, drafts])
const besideFormats: ReadonlySet<unknown> = new Set([
  parleyFile.comparison,
  parleyFile.prompt,
  parleyFile.drafts,
])

/** Whether `value` says that it is one of what archives hold beside chats, however broken. */
export function claimsToBeBeside(value: unknown): boolean {
  return besideFormats.has(parleyFormatOf(value))
}

/** Null when it is not as Parley writes it. */
export function readBeside(value: unknown): ParleyBeside | null {
  return besides.safeParse(value).data ?? null
}

/** What a file of Parley says that it is. */
export function parleyFormatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
}
