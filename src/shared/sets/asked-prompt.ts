import { hashText } from '../text/hash-text'
import { fillVariables } from './fill-variables'
import type { PromptPast } from './past'
import type { PromptContent } from './sets'

/** The texts that a prompt sends. */
export interface AskedPrompt {
  text: string
  systemPrompt: string | null
  past?: PromptPast
}

/** What a prompt sends: with a value for each variable that has one. Recorded answers stay as they are. */
export function askedPrompt({
  text,
  systemPrompt,
  values,
  past,
}: Omit<PromptContent, 'checks'>): AskedPrompt {
  return {
    text: fillVariables(text, values),
    systemPrompt: systemPrompt === null ? null : fillVariables(systemPrompt, values),
    ...(past === undefined
      ? {}
      : {
          past: {
            ...past,
            turns: past.turns.map((turn) =>
              turn.role === 'user' ? { ...turn, text: fillVariables(turn.text, values) } : turn,
            ),
          },
        }),
  }
}

/** The texts in which variables have values: the question, the system prompt and the user's earlier turns. */
export function textsWithVariables({ text, systemPrompt, past }: AskedPrompt): string[] {
  const turns = (past?.turns ?? []).filter(({ role }) => role === 'user')
  return [text, systemPrompt ?? '', ...turns.map((turn) => turn.text)]
}

/** A short key of what a prompt sends. Prompts that differ only in their checks have the same key. */
export function askedKey({ text, systemPrompt, past }: AskedPrompt): string {
  const texts = JSON.stringify([text, systemPrompt, ...(past === undefined ? [] : [past])])
  return `${hashText(texts).toString(36)}-${texts.length}`
}
