import type { Check } from '../../../../shared/sets/checks'
import type { PromptContent } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'

/** Prompts that show what a set is good for: a fact, a format and a translation, each with checks. */
export function examplePrompts(): PromptContent[] {
  return [
    example(t('sets.example.fact'), [
      { kind: 'contains', value: 'Canberra' },
      { kind: 'length', max: 40 },
    ]),
    example(t('sets.example.format'), [{ kind: 'json' }]),
    example(t('sets.example.translation'), [{ kind: 'contains', value: t('sets.example.translated') }]),
  ]
}

function example(text: string, checks: Check[]): PromptContent {
  return { text, systemPrompt: null, values: {}, checks }
}
