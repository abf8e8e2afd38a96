import type { Prompt } from '../../../shared/sessions/prompts'
import { visibleLine, visibleWords } from '../../../shared/text/visible-text'
import type { ServerPrompt, ServerResource } from '../../../shared/tools/servers'
import { recentActions } from '../../state/actions/action-list'
import type { Command, CommandPlace } from './command'
import type { Completion } from './completion'
import { firstWords } from './prompt-command'

const offeredOptions = 50

const offeredLines = 50
const titleChars = 160

/** The id under which the use of a command or prompt is remembered, the same as in the palette. */
export function recentId(used: Pick<Command, 'name' | 'action'> | Prompt): string {
  return 'text' in used ? `prompt:${used.id}` : (used.action ?? `/${used.name}`)
}

/** The completions of `text`; null when there is nothing to complete. */
export function completionsOf(
  text: string,
  commands: readonly Command[],
  place: CommandPlace,
): Completion[] | null {
  const typed = /^\/(?<first>[^\s/]*)(?: (?<argument>[^\n]*))?$/u.exec(text)?.groups
  if (typed === undefined) return null
  const name = (typed['first'] ?? '').toLowerCase()
  const argument = typed['argument']
  const command = commands.find((known) => known.name === name)
  if (argument === undefined || command === undefined) return linesOf(text.slice(1), commands, place)
  if (command.argument === null || command.disabledReason(place) !== null) return null
  const words = wordsIn(argument)
  return command.argument
    .options(place)
    .filter(({ value, title }) => words.every((word) => `${value} ${title}`.toLowerCase().includes(word)))
    .slice(0, offeredOptions)
    .map(({ value, title }) => ({
      text: `/${command.name} ${value}`,
      label: value,
      hint: null,
      title,
      disabledReason: null,
    }))
}

/**
 * The commands whose names start with `typed`, and the prompts that it names: recently used ones, other commands,
 * prompts, those of servers, then commands that change the chat, and last those that are unavailable here.
 */
function linesOf(typed: string, commands: readonly Command[], place: CommandPlace): Completion[] {
  const { app } = place
  const words = wordsIn(typed)
  const prompts = app.prompts
    .offeredIn(app.shownProjectId())
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, offeredOptions)
  const named = commands.filter((command) => command.name.startsWith(typed.toLowerCase()))
  const recent = recentActions(app.environment.storage)
  const rank = (used: Command | Prompt) => {
    if ('text' in used) return rankOf(recent, used) ?? recent.length + 1
    if (used.disabledReason(place) !== null) return recent.length + 3
    if (used.changesChat === true) return recent.length + 2
    return rankOf(recent, used) ?? recent.length
  }
  const ofServers = serverPromptLines(app.serverOffers.store.getState().prompts, words)
  const own = [...named, ...prompts].toSorted((left, right) => rank(left) - rank(right))
  const isLast = (used: Command | Prompt) => rank(used) >= recent.length + 2
  const linesFor = (some: readonly (Command | Prompt)[]) =>
    some.map((used) => ('text' in used ? promptLine(used) : commandLine(used, place)))
  return [
    ...linesFor(own.filter((used) => !isLast(used))),
    ...ofServers,
    ...linesFor(own.filter((used) => isLast(used))),
  ]
}

function rankOf(recent: readonly string[], used: Command | Prompt): number | null {
  const at = recent.indexOf(recentId(used))
  return at === -1 ? null : at
}

function commandLine(command: Command, place: CommandPlace): Completion {
  return {
    text: command.argument === null ? `/${command.name}` : `/${command.name} `,
    label: `/${command.name}`,
    hint: command.argument?.hint() ?? null,
    title: command.title(),
    disabledReason: command.disabledReason(place),
  }
}

function promptLine(prompt: Prompt): Completion {
  return {
    text: `/prompt ${prompt.name}`,
    label: visibleWords(prompt.name),
    hint: null,
    title: visibleWords(firstWords(prompt.text)),
    disabledReason: null,
    prompt,
  }
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean)
}

/** The prompts of servers that these words name. */
function serverPromptLines(prompts: readonly ServerPrompt[], words: readonly string[]): Completion[] {
  return prompts
    .filter((prompt) => isMeant(`${prompt.serverId} ${prompt.name} ${prompt.title}`, words))
    .slice(0, offeredLines)
    .map((prompt) => ({
      text: `/${prompt.serverId}:${prompt.name}`,
      label: visibleWords(prompt.title === '' ? prompt.name : prompt.title),
      hint: null,
      title: serverTitle(prompt.serverId, prompt.description),
      disabledReason: null,
      offer: { kind: 'prompt', prompt },
    }))
}

/** The resources of servers that a text starting with `@` may mean. */
export function resourceLines(resources: readonly ServerResource[], text: string): Completion[] {
  const typed = /^@(\S*)$/u.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const words = typed.split(/[\s/]+/u).filter(Boolean)
  return resources
    .filter(({ serverId, uri, name }) => isMeant(`${serverId} ${name} ${uri}`, words))
    .slice(0, offeredLines)
    .map((resource) => ({
      text: `@${resource.serverId}:${resource.uri}`,
      label: visibleWords(resource.name === '' ? resource.uri : resource.name),
      hint: null,
      title: serverTitle(
        resource.serverId,
        resource.description === '' ? resource.uri : resource.description,
      ),
      disabledReason: null,
      offer: { kind: 'resource', resource },
    }))
}

function isMeant(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase()
  return words.every((word) => searched.includes(word))
}

function serverTitle(serverId: string, description: string): string {
  return visibleLine(`${serverId}${description === '' ? '' : ` · ${description}`}`.slice(0, titleChars))
}
