import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { currentLanguage, t } from '../../language/t'
import type { ParleyApi } from '../../rpc/parley-api'
import { newCompareDraft } from '../../state/drafts/draft-places'
import { errorDataOf, windowError } from '../../errors/error-data'
import { isOffered } from '../../../shared/models/model-choice'
import type { Command, CommandCard, CommandOutcome, CommandPlace } from './command'
import { promptCommand, promptsCommand } from './prompt-command'

const exportFormats = [
  { value: 'json', title: () => t('composer.commands.exportJson') },
  { value: 'markdown', title: () => t('composer.commands.exportMarkdown') },
  { value: 'html', title: () => t('composer.commands.exportHtml') },
] as const

/** All chat commands, in display order: those that change the chat are last. */
export const chatCommands: readonly Command[] = [
  {
    name: 'status',
    title: () => t('composer.commands.status'),
    action: null,
    argument: null,
    disabledReason: whyNotStored,
    run: showing(async ({ app }, sessionId) => ({
      kind: 'status',
      status: await app.environment.api.invoke('sessions.status', { sessionId }),
    })),
  },
  {
    name: 'usage',
    title: () => t('composer.commands.usage'),
    action: null,
    argument: null,
    disabledReason: whyNotStored,
    run: showing(async ({ app }, sessionId) => ({
      kind: 'usage',
      usage: await app.environment.api.invoke('sessions.usage', { sessionId }),
    })),
  },
  {
    name: 'new',
    title: () => t('composer.commands.new'),
    action: 'newChat',
    argument: null,
    disabledReason: () => null,
    run: async ({ app }) => {
      app.newChat()
      return { kind: 'done' }
    },
  },
  {
    name: 'model',
    title: () => t('composer.commands.model'),
    action: 'chooseModel',
    argument: {
      hint: () => t('composer.commands.hintName'),
      options: ({ app }) =>
        app.models.store
          .getState()
          .models.filter(isOffered)
          .map(({ id, name, providerName }) => ({ value: id, title: `${name} · ${providerName}` })),
    },
    disabledReason: () => null,
    run: setModel,
  },
  {
    name: 'compare',
    title: () => t('composer.commands.compare'),
    action: null,
    argument: null,
    disabledReason: () => null,
    run: compareLastQuestion,
  },
  promptCommand,
  promptsCommand,
  {
    name: 'export',
    title: () => t('common.exportThisChat'),
    action: 'exportChat',
    argument: {
      hint: () => t('composer.commands.hintFormat'),
      options: () => exportFormats.map(({ value, title }) => ({ value, title: title() })),
    },
    disabledReason: whyNotExported,
    run: exportChat,
  },
  {
    name: 'help',
    title: () => t('composer.commands.help'),
    action: 'shortcuts',
    argument: null,
    disabledReason: () => null,
    run: async () => ({ kind: 'card', card: { kind: 'help' } }),
  },
  {
    name: 'compact',
    title: () => t('composer.commands.compact'),
    action: 'compact',
    argument: null,
    changesChat: true,
    disabledReason: whyNotChanged,
    run: async ({ app }) => {
      app.actions.run('compact')
      return { kind: 'done' }
    },
  },
  {
    name: 'retry',
    title: () => t('actions.titles.retry'),
    action: 'retry',
    argument: null,
    changesChat: true,
    disabledReason: whyNotChanged,
    run: async ({ app }) => {
      app.actions.run('retry')
      return { kind: 'done' }
    },
  },
  {
    name: 'undo',
    title: () => t('actions.titles.undo'),
    action: 'undo',
    argument: null,
    changesChat: true,
    disabledReason: whyNotChanged,
    run: inChat(({ app }, sessionId) => app.chat.undo(sessionId)),
  },
]

async function setModel(place: CommandPlace, argument: string): Promise<CommandOutcome> {
  const { models } = place.app.models.store.getState()
  const wished = argument.toLowerCase()
  if (wished === '') return refused(t('composer.refusal.modelMissing'))
  const named =
    models.find(({ id }) => id.toLowerCase() === wished) ??
    only(models.filter(({ name }) => name.toLowerCase() === wished)) ??
    only(models.filter((model) => isOffered(model) && model.id.toLowerCase().includes(wished)))
  if (named === undefined) {
    return refused(t('composer.refusal.modelUnclear', { name: argument }))
  }
  return outcomeOf(await place.setModel(named.id))
}

async function compareLastQuestion({ app, sessionId }: CommandPlace): Promise<CommandOutcome> {
  try {
    const question = sessionId === null ? '' : await lastQuestion(app.environment.api, sessionId)
    if (question !== '' && app.drafts.of(newCompareDraft) !== question) {
      app.drafts.restore(newCompareDraft, question)
    }
    app.newCompare()
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'refused', refusal: errorDataOf(error) }
  }
}

/** The last question, whichever part of the chat is loaded; empty if there is none. */
async function lastQuestion(api: ParleyApi, sessionId: SessionId): Promise<string> {
  const { messages } = await api.invoke('sessions.get', { sessionId, limit: wireLimits.syncPageMessages })
  const question = messages.findLast(({ role, hidden }) => role === 'user' && hidden !== true)
  return question === undefined ? '' : messageText(question)
}

async function exportChat(place: CommandPlace, argument: string): Promise<CommandOutcome> {
  const format = exportFormats.find(({ value }) => value === argument.toLowerCase())?.value
  if (place.sessionId === null) return refused(t('composer.refusal.nothingSaid'))
  if (format === undefined) return refused(t('composer.refusal.noFormat'))
  try {
    const { fileName, content } = await place.app.environment.api.invoke('sessions.export', {
      sessionId: place.sessionId,
      format,
      language: currentLanguage(),
    })
    place.saveFile(fileName, content)
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'refused', refusal: errorDataOf(error) }
  }
}

/** A command that changes the stored chat. */
function inChat(
  act: (place: CommandPlace, sessionId: SessionId) => Promise<ErrorData | null>,
): Command['run'] {
  return async (place) =>
    place.sessionId === null
      ? refused(t('composer.refusal.nothingSaid'))
      : outcomeOf(await act(place, place.sessionId))
}

/** A command that shows something about the stored chat. */
function showing(ask: (place: CommandPlace, sessionId: SessionId) => Promise<CommandCard>): Command['run'] {
  return async (place) => {
    if (place.sessionId === null) return refused(t('composer.refusal.nothingSaid'))
    try {
      return { kind: 'card', card: await ask(place, place.sessionId) }
    } catch (error) {
      return { kind: 'refused', refusal: errorDataOf(error) }
    }
  }
}

function whyNotStored({ sessionId }: CommandPlace): string | null {
  return sessionId === null ? t('composer.refusal.nothingSaid') : null
}

function whyNotExported(place: CommandPlace): string | null {
  const { app, sessionId } = place
  const session = sessionId === null ? null : app.conversations.of(sessionId).store.getState().session
  return session?.isTemporary === true ? t('chat.temporary.notSaved') : whyNotStored(place)
}

function whyNotChanged(place: CommandPlace): string | null {
  const { app, sessionId } = place
  if (sessionId === null) return t('composer.refusal.nothingSaid')
  const conversation = app.conversations.of(sessionId)
  const isAnswering = conversation.store.getState().live !== null && !conversation.hasAnswered()
  return isAnswering ? t('chat.refusal.answering') : null
}

function outcomeOf(refusal: ErrorData | null): CommandOutcome {
  return refusal === null ? { kind: 'done' } : { kind: 'refused', refusal }
}

function refused(message: string): CommandOutcome {
  return { kind: 'refused', refusal: windowError('INVALID_INPUT', message) }
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}
