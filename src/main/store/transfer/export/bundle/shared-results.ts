import type { MessageId } from '../../../../../shared/ids'
import type { Vote } from '../../../../../shared/votes/votes'
import type { StoredChat } from '../contents/stored-chat'
import { type ErrorText, sharedChat, sharedText, sharedValue, type Sharing } from './shared-content'
import {
  type MergedStatement,
  type Message,
  messageText,
  type TextPart,
} from '../../../../../shared/sessions/messages'
import type { RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { NumberedAnswer, StoredSetRun } from '../contents/stored-sets'

/** Votes as they leave this computer: without a place where their answers are not in the file. */
export function sharedVotes(
  votes: readonly Vote[],
  sharing: Sharing,
  isInFile: (id: MessageId) => boolean = () => false,
): Vote[] {
  const prompts = new Map<string, string>()
  /** A number instead of the hash, by which a reader could recognize a question. */
  const numberOf = (prompt: string) => {
    const number = prompts.get(prompt) ?? String(prompts.size + 1)
    prompts.set(prompt, number)
    return number
  }
  return votes.map(({ shown, why, tags, source: _source, ...vote }) => ({
    ...vote,
    shown: shown.map(({ contestant, paneId, messageId, original: _original, prompt, ...answer }) => {
      const { systemPrompt, ...named } = contestant
      const isThere = messageId !== null && isInFile(messageId)
      return {
        ...answer,
        contestant: {
          ...named,
          ...(systemPrompt === undefined || !sharing.withInstructions
            ? {}
            : { systemPrompt: sharedText(systemPrompt, sharing) }),
        },
        paneId: isThere ? paneId : null,
        messageId: isThere ? messageId : null,
        ...(prompt === undefined ? {} : { prompt: numberOf(prompt) }),
      }
    }),
    why: why === null ? null : sharedText(why, sharing),
    tags: tags.map((tag) => sharedText(tag, sharing)),
  }))
}

/**
 * A merge as it leaves this computer. Its sources still point to the quoted words, whose positions may have changed.
 */
export function sharedMerge(
  chat: StoredChat,
  sharing: Sharing,
  { textOf, errorText }: { textOf: (id: MessageId) => string | null; errorText: ErrorText },
): StoredChat {
  const shared = (text: string) => sharedText(text, sharing)
  const moved = (text: string, at: number) => shared(text.slice(0, at)).length
  const statementsOf = ({ text, statements }: TextPart): MergedStatement[] | undefined =>
    statements?.map(({ from, to, sources, ...statement }) => ({
      ...statement,
      sources: sources.flatMap((source) => {
        const answer = textOf(source.messageId)
        if (answer === null) return []
        return [{ ...source, from: moved(answer, source.from), to: moved(answer, source.to) }]
      }),
      from: moved(text, from),
      to: moved(text, to),
    }))
  const withStatements = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => {
      const statements = part.type === 'text' ? statementsOf(part) : undefined
      return part.type === 'text' && statements !== undefined
        ? { type: part.type, text: shared(part.text), statements }
        : part
    }),
  })
  // The statements are moved first: sharing a shared text again changes nothing.
  return sharedChat(
    {
      head: chat.head,
      *tree() {
        for (const message of chat.tree()) yield withStatements(message)
      },
      *path() {
        for (const message of chat.path()) yield withStatements(message)
      },
    },
    sharing,
    errorText,
  )
}

/** The texts of these messages in `chats`. */
export function textsOf(chats: Iterable<StoredChat>, ids: ReadonlySet<MessageId>): Map<MessageId, string> {
  const texts = new Map<MessageId, string>()
  for (const { tree } of chats) {
    for (const message of tree()) if (ids.has(message.id)) texts.set(message.id, messageText(message))
  }
  return texts
}

/**
 * Verdicts on conflicts as they leave this computer, without those on answers that are not in the file.
 * Their ranges still contain the same words, whose positions may have changed.
 */
export function sharedVerdicts(
  verdicts: readonly RowVerdict[],
  sharing: Sharing,
  textOf: (id: MessageId) => string | null,
): RowVerdict[] {
  return verdicts.flatMap(({ passages, judgement, ...verdict }) => {
    const moved = passages.flatMap(({ messageId, range }): RowVerdict['passages'] => {
      const text = textOf(messageId)
      if (text === null) return []
      const at = (place: number) => sharedText(text.slice(0, place), sharing).length
      return [{ messageId, range: range === null ? null : [at(range[0]), at(range[1])] }]
    })
    if (moved.length < passages.length) return []
    const { unread: _unread, ...read } = judgement
    const whys = read.whys.map((why) => sharedText(why, sharing))
    return [{ ...verdict, passages: moved, judgement: { ...read, whys } }]
  })
}

/** The run as it leaves this computer: without keys, local paths and, unless wanted, system prompts. */
export function sharedSetRun(run: StoredSetRun, sharing: Sharing, errorText: ErrorText): StoredSetRun {
  const instructions = (text: string | null) =>
    text === null || !sharing.withInstructions ? null : sharedText(text, sharing)
  // Without the folders of agents.
  const modelsOf = (models: StoredSetRun['models']) =>
    models.map(({ model, params, systemPrompt, key }) => ({
      model,
      params,
      systemPrompt: instructions(systemPrompt),
      key,
    }))
  const shared = ({ cell, answer }: NumberedAnswer): NumberedAnswer => ({
    cell,
    answer: {
      ...answer,
      text: sharedText(answer.text, sharing),
      error:
        answer.error === null
          ? null
          : { code: answer.error.code, message: sharedValue(errorText(answer.error), sharing) },
      checks: sharedValue(answer.checks, sharing),
      ...(answer.course === undefined ? {} : { course: sharedValue(answer.course, sharing) }),
    },
  })
  return {
    ...run,
    name: sharedText(run.name, sharing),
    models: modelsOf(run.models),
    prompts: run.prompts.map(({ text, systemPrompt, checks, past }) => ({
      text: sharedText(text, sharing),
      systemPrompt: instructions(systemPrompt),
      checks: sharedValue(checks, sharing),
      ...(past === undefined ? {} : { past: sharedValue(past, sharing) }),
    })),
    answers: (from, to) => run.answers(from, to).map(shared),
    hiddenAnswers: (prompt, repeat) =>
      run.hiddenAnswers(prompt, repeat).map((text) => sharedText(text, sharing)),
    rowVerdicts: (prompt) =>
      run
        .rowVerdicts(prompt)
        .map(({ passages, judgement: { unread: _unread, ...judgement }, ...verdict }) => ({
          ...verdict,
          passages: passages.map((passage) => ({
            ...passage,
            text: passage.text === null ? null : sharedText(passage.text, sharing),
          })),
          judgement: { ...judgement, whys: judgement.whys.map((why) => sharedText(why, sharing)) },
        })),
    judges: run.judges.map((judge) => ({
      ...judge,
      name: sharedText(judge.name, sharing),
      models: modelsOf(judge.models),
      answers: (from, to) => judge.answers(from, to).map(shared),
    })),
  }
}
