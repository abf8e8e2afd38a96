import { z } from 'zod'

import { approvalDecisions, toolKinds } from './agents'

export const toolKind = z.enum(toolKinds)

/** The end of a request for approval: a decision, or `withdrawn` because it is no longer pending. */
export const approvalOutcome = z.enum([...approvalDecisions, 'withdrawn'])

/** A change, made or proposed, to one file. */
export const fileChange = z.object({
  /** Relative to the workspace where the file is inside it, else absolute. */
  path: z.string(),
  kind: z.enum(['added', 'modified', 'deleted', 'moved']),
  movedFrom: z.string().exactOptional(),
  /**
   * Set when it is not a text file. For a link, the lines of the patch are its target; the other kinds have no lines.
   */
  what: z.enum(['link', 'binary', 'large', 'repository']).exactOptional(),
  /** The change makes the file executable. */
  isProgram: z.boolean().exactOptional(),
  /** Hunks of a unified diff, from the first `@@`; absent when the file is not text or the change is unknown. */
  patch: z.string().exactOptional(),
  /** Added lines; absent when `patch` is. */
  added: z.number().exactOptional(),
  removed: z.number().exactOptional(),
})
export type FileChange = z.infer<typeof fileChange>

/** One step of an agent's plan. */
export const planEntry = z.object({
  text: z.string(),
  status: z.enum(['pending', 'in-progress', 'completed']),
})
export type PlanEntry = z.infer<typeof planEntry>
