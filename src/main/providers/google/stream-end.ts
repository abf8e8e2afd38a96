import { z } from 'zod'

const finishedAnswer = z.object({
  candidates: z.tuple([z.object({ finishReason: z.string().min(1) })]).rest(z.unknown()),
})
const blockedPrompt = z.object({ promptFeedback: z.object({ blockReason: z.string().min(1) }) })

/** Whether this event says why the answer ended, or why there is to be none. The stream has no other end. */
export function isComplete(event: unknown): boolean {
  return finishedAnswer.safeParse(event).success || blockedPrompt.safeParse(event).success
}
