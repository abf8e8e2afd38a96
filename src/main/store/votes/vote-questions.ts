import { messageText } from '../../../shared/sessions/messages'
import type { Part } from '../../../shared/sessions/schema'
import type { ListedVote, Vote } from '../../../shared/votes/votes'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import { cellOfOrigin } from './original-answers'

/** The length of a question in a list, in UTF-16 units. */
const maxChars = 300

/** Finds the question that the answers of a vote reply to. */
export function voteQuestions(database: ReadableDatabase): (vote: Vote) => Pick<ListedVote, 'question'> {
  const inChat = database.query<{ parts: string }>(`
    SELECT questions.parts FROM messages AS answers JOIN messages AS questions ON questions.id = answers.parent_id
    WHERE answers.id = ? AND questions.role = 'user'`)
  const inRun = database.query<{ text: string | null }>(
    "SELECT json_extract(prompts, '$[' || :prompt || '].text') AS text FROM set_runs WHERE id = :runId",
  )
  return ({ shown }) => {
    for (const { messageId, original } of shown) {
      const asked = messageId === null ? undefined : inChat.get(messageId)
      const cell = original === undefined ? null : cellOfOrigin(original)
      const text =
        asked !== undefined
          ? messageText({ parts: fromJson<Part[]>(asked.parts) })
          : cell === null
            ? null
            : inRun.get({ runId: cell.runId, prompt: cell.prompt })?.text
      const question = text?.trim().slice(0, maxChars) ?? ''
      if (question !== '') return { question }
    }
    return {}
  }
}
