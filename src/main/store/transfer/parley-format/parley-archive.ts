import { z } from 'zod'

import { isRecord } from '../../../../shared/record'
import type { AttachmentPart } from '../../../../shared/sessions/messages'
import { isModelRef, modelPreferenceLimits } from '../../../../shared/models/models'
import type { LineUpPane } from '../../../../shared/sessions/line-ups'
import { mergeKinds, type StoredMerge } from '../../../../shared/merges/merges'
import { knowledgeLimits } from '../../../../shared/knowledge/knowledge'
import type { Project } from '../../../../shared/projects/projects'
import { projectFields } from '../../../../shared/projects/schema'
import { modelParams as limitedParams } from '../../../../shared/sessions/schema'
import { paneLetters, paneLimits } from '../../../../shared/sessions/sessions'
import type { GivenSource } from '../../projects/knowledge-sources'
import {
  bundleFile,
  type ParleyBundle,
  type ParleyKeptVotes,
  type ParleyVote,
  type ParleyVotes,
} from './parley-bundle'
import { type ParleyPlace, parleyPlace, type ParleyVerdict } from './parley-places'
import {
  type ParleyCell,
  parleyCell,
  type ParleySet,
  type ParleySetAnswers,
  type ParleySetBallots,
  type ParleySetRun,
} from './parley-set-run'
import { attachmentPart } from '../../../../shared/sessions/schema'
import { jsonObject } from '../../../../shared/schema'
import { longText, rowsOf, shape, shortText, text, time } from './parley-shapes'

/** The format names in Parley's own files. */
export const parleyFile = {
  /** One chat: a separate file, or one of many in an archive. */
  chat: 'parley-chat',
  /** The file `archiveEntry` in a ZIP of many chats. */
  archive: 'parley-archive',
  archiveEntry: 'parley.json',
  /** Maps attachments to files of the ZIP; in the folder `filesFolder` each is named by its hash. */
  files: 'parley-files',
  filesEntry: 'parley-files.json',
  filesFolder: 'files',
  /** Other content of an archive of everything. */
  comparison: 'parley-comparison',
  comparisonsFolder: 'comparisons',
  setsFolder: 'sets',
  votesEntry: 'parley-votes.json',
  binFolder: 'bin',
  prompt: 'parley-prompt',
  promptsEntry: 'parley-prompts.json',
  project: 'parley-project',
  projectsEntry: 'parley-projects.json',
  lineUp: 'parley-line-up',
  lineUpsEntry: 'parley-line-ups.json',
  drafts: 'parley-drafts',
  draftsEntry: 'parley-drafts.json',
  settings: 'parley-settings',
  settingsEntry: 'parley-settings.json',
  version: 1,
} as const

/** The metadata of a ZIP of many chats. */
export interface ParleyArchive {
  format: typeof parleyFile.archive
  version: typeof parleyFile.version
  /** The format of the chats; only `json` can be imported. */
  content: 'json' | 'markdown' | 'html'
  chatCount: number
  comparisonCount: number
  setCount?: number
  exportedAt: number
}

/** A queued message. */
export interface ParleyQueued {
  text: string
  attachments?: AttachmentPart[]
  model?: string
  createdAt: number
}

/**
 * Unsent text. Within a chat `place` is `chat`, `pane`, `edit:KEY`, `form:ID` or `queued:NUMBER`, counted from 1;
 * within a comparison it is `compare`; otherwise it is the window's name for it.
 */
export interface ParleyDraft {
  place: string
  text: string
  updatedAt: number
}

/** A comparison, as the first element of a list with the chats of its panes, then of its merges. */
export interface ParleyComparison {
  format: typeof parleyFile.comparison
  version: typeof parleyFile.version
  title: string | null
  titleSource?: 'auto' | 'user'
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
  deletedAt?: number
  /** Its contestants were hidden when it began. */
  isBlind?: true
  /** When they were revealed; absent while they are hidden, and unless `isBlind`. */
  revealedAt?: number
  /** In the order of the chats that follow. */
  panes: ParleyPane[]
  /** The name of its project, if the archive contains projects. */
  project?: string
  /** In the order of the chats that follow those of the panes: oldest first. */
  merges?: ParleyMerge[]
  drafts?: ParleyDraft[]
  /** Oldest first. */
  votes?: ParleyVote[]
  /** Verdicts of models on conflicts, oldest first. */
  verdicts?: ParleyVerdict[]
}

/** The position of a pane; its chat follows separately. */
export interface ParleyPane {
  position: number
  /** Index of its letter; absent if that follows from the position. */
  letter?: number
  /** When the pane was removed. */
  removedAt?: number
  /** Its first answer is a copy of this answer. */
  copyOf?: ParleyCell
}

/** The sources and settings of a merge; the question and the merged answer follow as a chat. */
export interface ParleyMerge extends Pick<StoredMerge, 'kind' | 'instructions' | 'createdAt'> {
  /** In the order chosen by the user. */
  answers: ParleyPlace[]
}

/** A prompt that the user saved. */
export interface ParleyPrompt {
  format: typeof parleyFile.prompt
  version: typeof parleyFile.version
  name: string
  text: string
  /** The name of its project. */
  project?: string
  updatedAt: number
}

/** A project. Chats and comparisons of the archive refer to it by its name. */
export interface ParleyProject extends Omit<Project, 'id' | 'position' | 'lineUpId' | 'tools'> {
  format: typeof parleyFile.project
  version: typeof parleyFile.version
  /** The name of the line-up of its new comparisons. */
  lineUp: string | null
  /** The files of its knowledge, which are in the archive, and the paths of its folders. Missing in older files. */
  knowledge?: GivenSource[]
}

/** A line-up that the user saved, without what agents and models may do. */
export interface ParleyLineUp {
  format: typeof parleyFile.lineUp
  version: typeof parleyFile.version
  name: string
  panes: ParleyLineUpPane[]
  isBlind: boolean
  updatedAt: number
}

type ParleyLineUpPane = Omit<LineUpPane, 'permission' | 'isolation' | 'tools'>

/** Drafts outside any chat. */
export interface ParleyDrafts {
  format: typeof parleyFile.drafts
  version: typeof parleyFile.version
  drafts: ParleyDraft[]
}

/** Settings that differ from their defaults, and providers without keys. What agents and models may do is in no file. */
export interface ParleySettings {
  format: typeof parleyFile.settings
  version: typeof parleyFile.version
  /** By name, as in `AppSettings`; the importer checks each of them. */
  settings: Record<string, unknown>
  /** Likewise. */
  providers: unknown[]
  /** Likewise; missing in files of older versions. */
  models?: unknown[]
}

/** A message that waits to be sent. */
export const queued: z.ZodType<ParleyQueued> = shape<ParleyQueued>()({
  text,
  attachments: z.array(attachmentPart).exactOptional(),
  model: shortText.exactOptional(),
  createdAt: time,
})

/** A text that is not sent yet. */
export const draft: z.ZodType<ParleyDraft> = shape<ParleyDraft>()({
  place: shortText,
  text,
  updatedAt: time,
})

const version = z.literal(parleyFile.version)
/** The most votes of one comparison. */
const maxVotes = 10_000
/** The most verdicts of one comparison. */
const maxVerdicts = 10_000
/** The most drafts in one piece of a file. */
const maxDrafts = 100_000
/** The most merges of one comparison. */
const maxMerges = 1_000

const merge: z.ZodType<ParleyMerge> = shape<ParleyMerge>()({
  kind: z.enum(mergeKinds),
  instructions: longText.nullable(),
  createdAt: time,
  answers: z.array(shape<ParleyPlace>()(parleyPlace)).max(paneLimits.max),
})

/** A comparison. */
export const parleyComparison: z.ZodType<ParleyComparison> = shape<ParleyComparison>()({
  format: z.literal(parleyFile.comparison),
  version,
  title: shortText.nullable(),
  titleSource: z.enum(['auto', 'user']).exactOptional(),
  pinned: z.boolean(),
  archived: z.boolean(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.exactOptional(),
  isBlind: z.literal(true).exactOptional(),
  revealedAt: time.exactOptional(),
  panes: z
    .array(
      shape<ParleyPane>()({
        position: z.number().int().min(0),
        letter: z
          .number()
          .int()
          .min(0)
          .max(paneLetters.length - 1)
          .exactOptional(),
        removedAt: time.exactOptional(),
        copyOf: parleyCell.exactOptional(),
      }),
    )
    .max(1_000),
  project: shortText.exactOptional(),
  merges: z.array(merge).max(maxMerges).exactOptional(),
  drafts: rowsOf<ParleyDraft>(maxDrafts).exactOptional(),
  votes: rowsOf<ParleyVote>(maxVotes).exactOptional(),
  verdicts: rowsOf<ParleyVerdict>(maxVerdicts).exactOptional(),
})

/** A saved prompt. */
export const parleyPrompt: z.ZodType<ParleyPrompt> = shape<ParleyPrompt>()({
  format: z.literal(parleyFile.prompt),
  version,
  name: shortText.min(1),
  text,
  project: shortText.exactOptional(),
  updatedAt: time,
})

/** A project. */
export const parleyProject: z.ZodType<ParleyProject> = shape<ParleyProject>()({
  format: z.literal(parleyFile.project),
  version,
  ...projectFields.pick({ name: true, colour: true, instructions: true }).shape,
  model: z.string().refine(isModelRef).nullable(),
  params: limitedParams,
  lineUp: shortText.nullable(),
  knowledge: z
    .array(
      z.union([
        shape<Extract<GivenSource, { file: unknown }>>()({ file: attachmentPart, addedAt: time }),
        shape<Extract<GivenSource, { folder: string }>>()({
          folder: z.string().min(1).max(knowledgeLimits.pathChars),
          addedAt: time,
        }),
      ]),
    )
    .max(knowledgeLimits.sources)
    .exactOptional(),
  createdAt: time,
  updatedAt: time,
})

/** A saved line-up. */
export const parleyLineUp: z.ZodType<ParleyLineUp> = shape<ParleyLineUp>()({
  format: z.literal(parleyFile.lineUp),
  version,
  name: shortText.min(1),
  panes: z
    .array(
      shape<ParleyLineUpPane>()({
        model: z.string().refine(isModelRef),
        params: limitedParams,
        systemPrompt: longText.nullable(),
        workspace: shortText.nullable().exactOptional(),
      }),
    )
    .min(paneLimits.min)
    .max(paneLimits.max),
  isBlind: z.boolean(),
  updatedAt: time,
})

/** Drafts outside chats. */
export const parleyDrafts: z.ZodType<ParleyDrafts> = shape<ParleyDrafts>()({
  format: z.literal(parleyFile.drafts),
  version,
  drafts: rowsOf<ParleyDraft>(maxDrafts),
})

/** Settings. */
export const parleySettings: z.ZodType<ParleySettings> = shape<ParleySettings>()({
  format: z.literal(parleyFile.settings),
  version,
  settings: jsonObject,
  providers: z.array(z.unknown()).max(1_000),
  models: z.array(z.unknown()).max(modelPreferenceLimits.models).exactOptional(),
})

/** The start of a bundle. */
export const parleyBundle: z.ZodType<ParleyBundle> = shape<ParleyBundle>()({
  format: z.literal(bundleFile.format),
  version: z.literal(bundleFile.version),
  exportedAt: time,
})

/** The content of an archive or a bundle besides chats. */
export type ParleyArchiveItem =
  | ParleyComparison
  | ParleySettings
  | ParleyKept
  | ParleyBundle
  | ParleyVotes
  | ParleySet
  | ParleySetRun
  | ParleySetAnswers
  | ParleySetBallots
  | ParleyKeptVotes

/** Content that is stored without changes. */
export type ParleyKept = ParleyPrompt | ParleyLineUp | ParleyProject | ParleyDrafts

/** True if a newer Parley wrote this content. */
export function isNewerArchiveItem(value: unknown): boolean {
  const given = isRecord(value) ? value['version'] : undefined
  return typeof given === 'number' && given > parleyFile.version
}

/** The format named in a Parley file. */
export function parleyFormatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
}
