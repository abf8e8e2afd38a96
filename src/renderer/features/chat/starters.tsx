import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'

import type { Prompt } from '../../../shared/sessions/prompts'
import { visibleWords } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { useApp, useShortcutNames } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { Icon } from '../../ui/controls/icon'
import { useKnownPrompts } from '../prompts/use-known-prompts'
import { PlainList, Row, Ellipsis, Hint } from '../../ui/layout/layout'
import { isOffered } from '../../../shared/models/model-choice'
import { parseModelRef } from '../../../shared/models/models'
import { errorLine } from '../../errors/error-text'
import { keyErrorLine } from '../../state/models/keys'
import styles from './start.module.css'

const maxPrompts = 3
const maxQuestions = 4
/** The field cuts off the rest anyway. */
const shownChars = 200

interface StartersProps {
  onPrompt: (prompt: Prompt) => void
  onQuestion: (text: string) => void
}

/**
 * Suggestions for a new chat: the prompts saved last, and recent questions of the open project, none from temporary
 * chats.
 */
export function Starters({ onPrompt, onQuestion }: StartersProps) {
  const app = useApp()
  const headingId = useId()
  const openId = useStore(app.projects.store, (state) => state.openId)
  const prompts = useKnownPrompts(true)
    // As in `offeredIn`; those of the project are among the newest of both.
    .filter(({ projectId = null }) => projectId === null || projectId === openId)
    .toSorted((left, right) => right.updatedAt - left.updatedAt)
    .slice(0, maxPrompts)
  // Without main there is nothing to suggest; its failure is shown elsewhere.
  const { data } = useRequest('sessions.sentTexts', {
    sessionId: null,
    projectId: openId,
    limit: maxQuestions,
  })
  const questions = data?.texts ?? []
  if (prompts.length + questions.length === 0) return null
  return (
    <>
      {prompts.length > 0 && (
        <PlainList line="above" className={styles.starters} aria-label={t('chat.start.starters')}>
          {prompts.map((prompt) => (
            <Starter key={prompt.id} icon="prompt" onChoose={() => onPrompt(prompt)}>
              {visibleWords(prompt.name)}
            </Starter>
          ))}
        </PlainList>
      )}
      {questions.length > 0 && (
        <>
          <Hint as="h2" id={headingId} weight="medium" className={styles.heading}>
            {t('chat.start.earlierQuestions')}
          </Hint>
          <PlainList line="above" className={styles.starters} aria-labelledby={headingId}>
            {questions.map((text) => (
              <Starter key={text} icon="chat" onChoose={() => onQuestion(text)}>
                {firstLine(text)}
              </Starter>
            ))}
          </PlainList>
        </>
      )}
    </>
  )
}

function Starter(props: { icon: 'prompt' | 'chat'; onChoose: () => void; children: string }) {
  return (
    <li>
      <Row as="button" pad={[0, 2]} tone="soft" className={styles.starter} onClick={props.onChoose}>
        <Icon name={props.icon} />
        <span dir="auto">{props.children}</span>
      </Row>
    </li>
  )
}

function firstLine(text: string): string {
  return visibleWords(text.trim().slice(0, shownChars).replaceAll(/\s+/gu, ' '))
}

const maxChips = 5

/** The models used last, then favourites, each of which one press chooses. */
export function RecentModels({ model, onChoose }: { model: string | null; onChoose: (id: string) => void }) {
  const app = useApp()
  const { models, recent } = useStore(app.models.store)
  const favourites = useStore(app.settings.store, (state) => state.settings.favouriteModels)
  const offered = [...new Set([...recent, ...favourites])]
    .flatMap((id) => models.find((known) => known.id === id) ?? [])
    .filter(isOffered)
    .slice(0, maxChips)
  if (offered.every(({ id }) => id === model)) return null
  return (
    <Row align="stretch" wrap gap={1.5} role="group" aria-label={t('chat.start.models')}>
      {offered.map(({ id, name, providerName }) => (
        <Ellipsis
          as="button"
          pad={[0, 2]}
          tone="soft"
          size="s"
          key={id}
          className={styles.chip}
          aria-pressed={id === model}
          title={`${providerName} · ${id}`}
          onClick={() => onChoose(id)}
        >
          {name}
        </Ellipsis>
      ))}
    </Row>
  )
}

/** Problems of the providers that the user uses, and the keys to begin with. */
export function StartNotes() {
  const app = useApp()
  const shortcutNames = useShortcutNames()
  const { problems, recent, error } = useStore(app.models.store)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const used = new Set(
    [...recent, ...(defaultModel === null ? [] : [defaultModel])].map(
      (ref) => parseModelRef(ref)?.providerId,
    ),
  )
  return (
    <div>
      {problems
        .filter(({ providerId }) => used.has(providerId))
        .map((problem) => (
          <Hint tone="soft" key={problem.providerId} className={styles.problem}>
            <b>{problem.providerName}</b> {keyErrorLine(problem.error)}
          </Hint>
        ))}
      {error !== null && (
        <Hint tone="soft" className={styles.problem}>
          <b>{t('common.settingsSections.models')}</b> {errorLine(error)}
        </Hint>
      )}
      <Row as="p" align="stretch" wrap pad={[0, 2]} tone="faint" size="s" className={styles.keys}>
        <KeyHint keys={shortcutNames('newChat')}>{t('chat.start.keyNewChat')}</KeyHint>
        <KeyHint keys={shortcutNames('newCompare')}>{t('chat.start.keyCompare')}</KeyHint>
      </Row>
    </div>
  )
}

function KeyHint({ keys, children }: { keys: string | undefined; children: ReactNode }) {
  if (keys === undefined) return null
  return (
    <span>
      <kbd>{keys}</kbd> {children}
    </span>
  )
}
