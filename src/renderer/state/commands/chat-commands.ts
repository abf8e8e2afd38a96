import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import { messageText } from '../../../shared/messages'
import { wireLimits } from '../../../shared/rpc/limits'
import type { ParleyApi } from '../../rpc/parley-api'
import { newCompareDraft } from '../draft-places'
import { errorDataOf } from '../error-data'
import type { Command, CommandCard, CommandOutcome, CommandPlace } from './command'
import { promptCommand, promptsCommand } from './prompt-command'

const exportFormats = [
  { value: 'json', title: 'All of it, with every branch' },
  { value: 'markdown', title: 'What is shown, as Markdown' },
  { value: 'html', title: 'What is shown, as a page to open anywhere' },
] as const

const nothingSaid = 'Nothing has been said here yet.'

/** All commands of a chat, in the order in which they are offered. */
export const chatCommands: readonly Command[] = [
  {
    name: 'retry',
    title: 'Change and send the last message again',
    action: 'retry',
    argument: null,
    whyNot: whyNotChanged,
    run: inChat(({ app }, sessionId) => app.chat.retry(sessionId)),
  },
  {
    name: 'undo',
    title: 'Take the last exchange back',
    action: 'undo',
    argument: null,
    whyNot: whyNotChanged,
    run: inChat(({ app }, sessionId) => app.chat.undo(sessionId)),
  },
  {
    name: 'status',
    title: 'How this chat stands',
    action: null,
    argument: null,
    whyNot: whyNotStored,
    run: showing(async ({ app }, sessionId) => ({
      kind: 'status',
      status: await app.environment.api.invoke('sessions.status', { sessionId }),
    })),
  },
  {
    name: 'usage',
    title: 'What was spent in this chat',
    action: null,
    argument: null,
    whyNot: whyNotStored,
    run: showing(async ({ app }, sessionId) => ({
      kind: 'usage',
      usage: await app.environment.api.invoke('sessions.usage', { sessionId }),
    })),
  },
  {
    name: 'new',
    title: 'Begin a new chat',
    action: 'newChat',
    argument: null,
    whyNot: () => null,
    run: async ({ app }) => {
      app.newChat()
      return { kind: 'done' }
    },
  },
  {
    name: 'model',
    title: 'Choose who answers from here on',
    action: 'chooseModel',
    argument: {
      hint: 'name',
      options: ({ app }) =>
        app.models.getState().models.map(({ id, name, providerName }) => ({
          value: id,
          title: `${name} · ${providerName}`,
        })),
    },
    whyNot: () => null,
    run: setModel,
  },
  {
    name: 'compare',
    title: 'Ask several models the last question',
    action: null,
    argument: null,
    whyNot: () => null,
    run: compareLastQuestion,
  },
  promptCommand,
  promptsCommand,
  {
    name: 'export',
    title: 'Save this chat as a file',
    action: 'exportChat',
    argument: { hint: 'format', options: () => [...exportFormats] },
    whyNot: whyNotStored,
    run: exportChat,
  },
  {
    name: 'help',
    title: 'All commands and shortcuts',
    action: 'shortcuts',
    argument: null,
    whyNot: () => null,
    run: async () => ({ kind: 'card', card: { kind: 'help' } }),
  },
]

async function setModel(place: CommandPlace, argument: string): Promise<CommandOutcome> {
  const { models } = place.app.models.getState()
  const wished = argument.toLowerCase()
  if (wished === '') return refused('Say which model: its name follows the command.')
  const named =
    models.find(({ id }) => id.toLowerCase() === wished) ??
    only(models.filter(({ name }) => name.toLowerCase() === wished)) ??
    only(models.filter(({ id }) => id.toLowerCase().includes(wished)))
  if (named === undefined) {
    return refused(`There is no one model that is called ${argument}. Choose one of the list.`)
  }
  return outcomeOf(await place.setModel(named.id))
}

async function compareLastQuestion({ app, sessionId }: CommandPlace): Promise<CommandOutcome> {
  try {
    const question = sessionId === null ? '' : await lastQuestion(app.environment.api, sessionId)
    const drafts = app.drafts.getState()
    if (question !== '' && drafts.byPlace[newCompareDraft] !== question) {
      drafts.giveBack(newCompareDraft, question)
    }
    app.newCompare()
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'refused', refusal: errorDataOf(error) }
  }
}

/** What was asked last, whichever part of the chat is being looked at; empty when nothing was. */
async function lastQuestion(api: ParleyApi, sessionId: SessionId): Promise<string> {
  const { messages } = await api.invoke('sessions.get', { sessionId, limit: wireLimits.syncPageMessages })
  const question = messages.findLast(({ role, hidden }) => role === 'user' && hidden !== true)
  return question === undefined ? '' : messageText(question)
}

async function exportChat(place: CommandPlace, argument: string): Promise<CommandOutcome> {
  const format = exportFormats.find(({ value }) => value === argument.toLowerCase())?.value
  if (place.sessionId === null) return refused(nothingSaid)
  if (format === undefined) return refused('Say in which form: json, markdown or html.')
  try {
    const { fileName, content } = await place.app.environment.api.invoke('sessions.export', {
      sessionId: place.sessionId,
      format,
    })
    place.saveFile(fileName, content)
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'refused', refusal: errorDataOf(error) }
  }
}

/** A command that does something to the stored chat. */
function inChat(
  act: (place: CommandPlace, sessionId: SessionId) => Promise<ErrorData | null>,
): Command['run'] {
  return async (place) =>
    place.sessionId === null ? refused(nothingSaid) : outcomeOf(await act(place, place.sessionId))
}

/** A command that shows something about the stored chat. */
function showing(ask: (place: CommandPlace, sessionId: SessionId) => Promise<CommandCard>): Command['run'] {
  return async (place) => {
    if (place.sessionId === null) return refused(nothingSaid)
    try {
      return { kind: 'card', card: await ask(place, place.sessionId) }
    } catch (error) {
      return { kind: 'refused', refusal: errorDataOf(error) }
    }
  }
}

function whyNotStored({ sessionId }: CommandPlace): string | null {
  return sessionId === null ? nothingSaid : null
}

function whyNotChanged(place: CommandPlace): string | null {
  const { app, sessionId } = place
  if (sessionId === null) return nothingSaid
  return app.conversations.of(sessionId).store.getState().live !== null
    ? 'An answer is being written. Stop it first, or wait.'
    : null
}

function outcomeOf(refusal: ErrorData | null): CommandOutcome {
  return refusal === null ? { kind: 'done' } : { kind: 'refused', refusal }
}

function refused(message: string): CommandOutcome {
  return { kind: 'refused', refusal: { code: 'INVALID_INPUT', message } }
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}
