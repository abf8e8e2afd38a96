import type { PastTurn, PromptPast } from '../../../../shared/sets/past'
import { recordedCalls } from '../../../../shared/sets/past'
import type { PromptContent } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { Choice } from '../../../ui/fields/choice'
import { Hint, PlainList, Text } from '../../../ui/layout/layout'
import styles from './sets.module.css'

/** The turns before a question, folded. */
export function PastTurns({ turns }: { turns: readonly PastTurn[] }) {
  if (turns.length === 0) return null
  return (
    <details className={styles.past}>
      <summary>{t('sets.past.after', { count: turns.length })}</summary>
      <PlainList>
        {turns.map((turn, index) => {
          const key = index
          return (
            <li key={key}>
              <Text weight="strong" size="s">
                {t(`sets.past.roles.${turn.role}`)}
              </Text>
              <TurnFacts turn={turn} />
              {turn.role === 'user' ? (
                <p className={styles.pastText}>{turn.text}</p>
              ) : (
                <BoundMarkdown text={turn.text} isStreaming={false} />
              )}
            </li>
          )
        })}
      </PlainList>
    </details>
  )
}

/** The files and the calls of a turn. */
export function TurnFacts({ turn: { files = [], calls = [] } }: { turn: Pick<PastTurn, 'files' | 'calls'> }) {
  const facts = [...files.map(({ name }) => name), ...calls.map(({ name }) => name)]
  return facts.length === 0 ? null : (
    <Hint as="span" tone="soft">
      {' '}
      {facts.join(', ')}
    </Hint>
  )
}

/** What a prompt has besides its text, in words. */
export function pastFacts(past: PromptPast | undefined): string[] {
  if (past === undefined) return []
  const files = [...past.turns, past].flatMap((each) => each.files ?? [])
  const calls = recordedCalls(past)
  return [
    ...(past.turns.length === 0 ? [] : [t('sets.past.turns', { count: past.turns.length })]),
    ...(past.mode === 'conversation' ? [t('sets.past.modes.conversation')] : []),
    ...(files.length === 0 ? [] : [t('common.files', { count: files.length })]),
    ...(calls.length === 0 ? [] : [t('sets.past.calls', { count: calls.length })]),
  ]
}

/** The answers of a model to the earlier turns of a conversation, folded. */
export function EarlierAnswers({ texts = [] }: { texts: readonly string[] | undefined }) {
  if (texts.length === 0) return null
  return (
    <details className={styles.past}>
      <summary>{t('sets.past.earlierAnswers', { count: texts.length })}</summary>
      {texts.map((text, index) => {
        const key = index
        return <BoundMarkdown key={key} text={text} isStreaming={false} />
      })}
    </details>
  )
}

/** Chooses whether a prompt has what preceded its question. */
export function PastChoice({
  isAlone,
  onChange,
}: {
  isAlone: boolean
  onChange: (isAlone: boolean) => void
}) {
  return (
    <Choice
      label={t('sets.past.choice')}
      value={isAlone ? 'alone' : 'with'}
      options={(['with', 'alone'] as const).map((each) => [each, t(`sets.past.${each}`)])}
      onChange={(chosen) => onChange(chosen === 'alone')}
    />
  )
}

/** What the prompt has besides its text, in words. */
export function includedFacts({ systemPrompt, past }: PromptContent): string[] {
  return [...pastFacts(past), ...(systemPrompt === null ? [] : [t('common.systemPrompt')])]
}
