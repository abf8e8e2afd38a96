import type { ServerPrompt, ServerResource } from '../../../shared/tools/servers'
import { visibleLine, visibleWords } from '../../../shared/text/visible-text'
import type { Completion } from './completion'

const offeredLines = 50
const titleChars = 160

/** The prompts of servers that these words name. */
export function serverPromptLines(prompts: readonly ServerPrompt[], words: readonly string[]): Completion[] {
  return prompts
    .filter((prompt) => isMeant(`${prompt.serverId} ${prompt.name} ${prompt.title}`, words))
    .slice(0, offeredLines)
    .map((prompt) => ({
      text: `/${prompt.serverId}:${prompt.name}`,
      label: visibleWords(prompt.title === '' ? prompt.name : prompt.title),
      hint: null,
      title: titleOf(prompt.serverId, prompt.description),
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
      title: titleOf(resource.serverId, resource.description === '' ? resource.uri : resource.description),
      disabledReason: null,
      offer: { kind: 'resource', resource },
    }))
}

function isMeant(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase()
  return words.every((word) => searched.includes(word))
}

function titleOf(serverId: string, description: string): string {
  return visibleLine(`${serverId}${description === '' ? '' : ` · ${description}`}`.slice(0, titleChars))
}
