import type { MessageId } from '../../../../../shared/ids'
import type { Vote } from '../../../../../shared/votes/votes'
import type { ParleyVote } from '../../parley-format/parley-bundle'
import type { StoredPane } from '../contents/stored-comparisons'
import type { StoredChat } from '../contents/stored-chat'
import { type Sharing, sharedText } from './shared-content'

const nowhere = { panes: [], chats: [] }

/** Votes as they are in a file: panes by number, messages by their keys in the chats of the panes. */
export function sharedVotes(
  votes: readonly Vote[],
  sharing: Sharing,
  { panes, chats }: { panes: readonly Pick<StoredPane, 'id'>[]; chats: readonly StoredChat[] } = nowhere,
): ParleyVote[] {
  if (votes.length === 0) return []
  const keys = messageKeys(votes, chats)
  const prompts = new Map<string, string>()
  /** A number instead of the hash, by which a reader could recognize a question. */
  const numberOf = (prompt: string) => {
    const number = prompts.get(prompt) ?? String(prompts.size + 1)
    prompts.set(prompt, number)
    return number
  }
  return votes.map(({ result, chosen, shown, why, tags, isBlind, at }) => ({
    result,
    chosen,
    shown: shown.map((answer) => {
      const { paneId, messageId, answeredBy, prompt, chars, costUsd, namesContestant, seenBefore } = answer
      const { systemPrompt, ...named } = answer.contestant
      const pane = panes.findIndex(({ id }) => id === paneId)
      return {
        contestant: {
          ...named,
          ...(systemPrompt === undefined || !sharing.withInstructions
            ? {}
            : { systemPrompt: sharedText(systemPrompt, sharing) }),
        },
        pane: pane === -1 ? null : pane,
        message: messageId === null || pane === -1 ? null : (keys.get(messageId) ?? null),
        ...(answeredBy === undefined ? {} : { answeredBy }),
        ...(prompt === undefined ? {} : { prompt: numberOf(prompt) }),
        chars,
        costUsd,
        ...(namesContestant === undefined ? {} : { namesContestant }),
        ...(seenBefore === undefined ? {} : { seenBefore }),
      }
    }),
    why: why === null ? null : sharedText(why, sharing),
    tags: tags.map((tag) => sharedText(tag, sharing)),
    isBlind,
    at,
  }))
}

/** The keys of the messages that were voted on: their places in the trees, counted from 1. */
function messageKeys(votes: readonly Vote[], chats: readonly StoredChat[]): Map<MessageId, string> {
  const wanted = new Set(votes.flatMap(({ shown }) => shown.map(({ messageId }) => messageId)))
  const keys = new Map<MessageId, string>()
  for (const { tree } of chats) {
    let position = 0
    for (const { id } of tree()) {
      position += 1
      if (wanted.has(id)) keys.set(id, `m${position}`)
    }
  }
  return keys
}
