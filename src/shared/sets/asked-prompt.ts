import { hashText } from '../text/hash-text'
import { fillVariables } from './fill-variables'
import type { PromptContent } from './sets'

/** The texts that a prompt sends. */
interface AskedPrompt {
  text: string
  systemPrompt: string | null
}

/** What a prompt sends: with a value for each variable that has one. */
export function askedPrompt({ text, systemPrompt, values }: Omit<PromptContent, 'checks'>): AskedPrompt {
  return {
    text: fillVariables(text, values),
    systemPrompt: systemPrompt === null ? null : fillVariables(systemPrompt, values),
  }
}

/** A short key of the texts that a prompt sends. Prompts that differ only in their checks have the same key. */
export function askedKey({ text, systemPrompt }: AskedPrompt): string {
  const texts = JSON.stringify([text, systemPrompt])
  return `${hashText(texts).toString(36)}-${texts.length}`
}
