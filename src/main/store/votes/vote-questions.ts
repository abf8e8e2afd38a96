import { messageText } from '../../../shared/sessions/messages'
import type { ListedVote, Vote } from '../../../shared/votes/votes'
import type { ReadableDatabase } from '../database/database'
import { QuestionReader } from './answered-questions'
import { cellOfOrigin } from './original-answers'

/** The length of a question in a list, in UTF-16 units. */
const maxChars = 300

/** Finds the question that the answers of a vote reply to. */
export function voteQuestions(database: ReadableDatabase): (vote: Vote) => Pick<ListedVote, 'question'> {
  const inChat = new QuestionReader(database)
  // A number is bound as 8.0, which is no index.
  const inRun = database.query<{ text: string | null }>(
    "SELECT json_extract(prompts, '$[' || CAST(:prompt AS INTEGER) || '].text') AS text FROM set_runs WHERE id = :runId",
  )
  return ({ shown }) => {
    for (const { messageId, original } of shown) {
      const answer = messageId === null ? null : inChat.message(messageId)
      const asked = answer === null ? null : inChat.questionOf(answer)
      const cell = original === undefined ? null : cellOfOrigin(original)
      const text =
        asked !== null
          ? messageText(asked)
          : cell === null
            ? null
            : inRun.get({ runId: cell.runId, prompt: cell.prompt })?.text
      const question = text?.trim().slice(0, maxChars) ?? ''
      if (question !== '') return { question }
    }
    return {}
  }
}
