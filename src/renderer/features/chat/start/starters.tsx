import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { Prompt } from '../../../../shared/sessions/prompts'
import { visibleWords } from '../../../../shared/text/visible-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Icon } from '../../../ui/controls/icon'
import { useKnownPrompts } from '../../prompts/use-known-prompts'
import { PlainList, Row } from '../../../ui/layout/layout'
import styles from './start.module.css'

const maxPrompts = 3
const maxQuestions = 4
/** The field cuts off the rest anyway. */
const shownChars = 200

interface StartersProps {
  onPrompt: (prompt: Prompt) => void
  onQuestion: (text: string) => void
}

/** What the user may want to begin with: the prompts saved last, and recent questions, none from temporary chats. */
export function Starters({ onPrompt, onQuestion }: StartersProps) {
  const app = useApp()
  const openId = useStore(app.projects.store, (state) => state.openId)
  const prompts = useKnownPrompts(true)
    // As in `offeredIn`; those of the project are among the newest of both.
    .filter(({ projectId = null }) => projectId === null || projectId === openId)
    .toSorted((left, right) => right.updatedAt - left.updatedAt)
    .slice(0, maxPrompts)
  const questions = useRecentQuestions()
  if (prompts.length + questions.length === 0) return null
  return (
    <PlainList line="above" className={styles.starters} aria-label={t('chat.start.starters')}>
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <Row
            as="button"
            pad={[0, 2]}
            tone="soft"
            type="button"
            className={styles.starter}
            onClick={() => onPrompt(prompt)}
          >
            <Icon name="prompt" />
            <span>{visibleWords(prompt.name)}</span>
          </Row>
        </li>
      ))}
      {questions.map((text) => (
        <li key={text}>
          <Row
            as="button"
            pad={[0, 2]}
            tone="soft"
            type="button"
            className={styles.starter}
            onClick={() => onQuestion(text)}
          >
            <Icon name="chat" />
            <span dir="auto">{firstLine(text)}</span>
          </Row>
        </li>
      ))}
    </PlainList>
  )
}

function useRecentQuestions(): readonly string[] {
  const { api } = useApp().environment
  const [questions, setQuestions] = useState<readonly string[]>([])
  useEffect(() => {
    const asking = new AbortController()
    const load = async () => {
      try {
        const { texts } = await api.invoke(
          'sessions.sentTexts',
          { sessionId: null, limit: maxQuestions },
          { signal: asking.signal },
        )
        if (!asking.signal.aborted) setQuestions(texts)
      } catch {
        // Without main there is nothing to suggest; its failure is shown elsewhere.
      }
    }
    void load()
    return () => asking.abort()
  }, [api])
  return questions
}

function firstLine(text: string): string {
  return visibleWords(text.trim().slice(0, shownChars).replaceAll(/\s+/gu, ' '))
}
