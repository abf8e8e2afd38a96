declare const brand: unique symbol

/** A string branded, for the compiler only, with what it identifies. */
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type SessionId = Branded<'SessionId'>
export type MessageId = Branded<'MessageId'>
export type RunId = Branded<'RunId'>
export type ComparisonId = Branded<'ComparisonId'>
export type PaneId = Branded<'PaneId'>
export type WindowId = Branded<'WindowId'>
export type QueuedId = Branded<'QueuedId'>
export type ImportId = Branded<'ImportId'>
export type ExportId = Branded<'ExportId'>
export type SnapshotId = Branded<'SnapshotId'>
export type AttachmentId = Branded<'AttachmentId'>
export type UploadId = Branded<'UploadId'>
export type PromptId = Branded<'PromptId'>
export type NoticeId = Branded<'NoticeId'>
export type VoteId = Branded<'VoteId'>
export type MergeId = Branded<'MergeId'>
export type SetId = Branded<'SetId'>
export type SetPromptId = Branded<'SetPromptId'>
export type SetRunId = Branded<'SetRunId'>
export type LineUpId = Branded<'LineUpId'>
export type ProjectId = Branded<'ProjectId'>
export type KnowledgeSourceId = Branded<'KnowledgeSourceId'>
