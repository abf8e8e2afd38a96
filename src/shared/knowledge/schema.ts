import { z } from 'zod'

/** A passage of a file, or a whole file, that was given to a model with a question. */
export const knowledgeExcerpt = z.object({
  /** The path of the file, beginning with the name of its folder. */
  name: z.string(),
  /** SHA-256 of the file, in hex. */
  hash: z.string(),
  /** Absent for a whole file. Lines count from 1. */
  passage: z
    .object({
      firstLine: z.number().int().positive(),
      lastLine: z.number().int().positive(),
      text: z.string(),
    })
    .exactOptional(),
})
export type KnowledgeExcerpt = z.infer<typeof knowledgeExcerpt>
