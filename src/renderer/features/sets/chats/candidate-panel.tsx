import { Fragment, useMemo } from 'react'

import type { ChatCandidate } from '../../../../shared/sets/candidates'
import { recordedCalls } from '../../../../shared/sets/past'
import { type PromptContent, setLimits } from '../../../../shared/sets/sets'
import { findPrivate, type PrivateKind } from '../../../../shared/text/private-text'
import { focusNow } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { Checkbox } from '../../../ui/fields/checkbox'
import { TextArea } from '../../../ui/fields/inputs'
import { Hint, Row, Text } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
import { includedFacts, PastChoice } from '../common/past-turns'
import styles from '../common/sets.module.css'

/** What the user has decided about a candidate; undefined for nothing. */
export interface Decision {
  isKept?: boolean | undefined
  text?: string | undefined
  expectsAnswer?: boolean | undefined
  isAlone?: boolean | undefined
}

interface CandidatePanelProps {
  candidate: ChatCandidate
  choice: Decision
  onChoose: (changed: Decision) => void
  onDecide: (isKept: boolean) => void
  onClose: () => void
}

/** Longer texts would make typing slow. */
const shownChars = 20_000

/** The whole question, with what looks private in it, and its answer. */
export function CandidatePanel({ candidate, choice, onChoose, onDecide, onClose }: CandidatePanelProps) {
  const { data, error } = useRequest('sets.chatQuestion', { messageId: candidate.messageId })
  const { data: whole } = useRequest('sets.promptFrom', {
    sessionId: candidate.sessionId,
    messageId: candidate.messageId,
  })
  const text = choice.text ?? data?.text ?? ''
  const shown = text.slice(0, shownChars)
  const places = findPrivate(shown)
  return (
    <section
      className={styles.runs}
      aria-label={t('sets.chats.question')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Row gap={2} pad={[2, 0]} wrap>
        <Button ref={focusNow} aria-pressed={choice.isKept === true} onClick={() => onDecide(true)}>
          {t('common.keep')}
        </Button>
        <Button aria-pressed={choice.isKept === false} onClick={() => onDecide(false)}>
          {t('sets.chats.drop')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Row>
      <Problem error={error} />
      {places.length > 0 && (
        <p className={styles.marked}>
          {places.map(({ kind, start, end }, index) => (
            <Fragment key={start}>
              {shown.slice(places[index - 1]?.end ?? 0, start)}
              <mark title={t(`sets.chats.marks.${kind}`)}>{shown.slice(start, end)}</mark>
            </Fragment>
          ))}
          {shown.slice(places.at(-1)?.end ?? 0)}
        </p>
      )}
      {data !== null && (
        <>
          <TextArea
            className={styles.text}
            aria-label={t('sets.prompt')}
            maxLength={setLimits.promptChars}
            value={text}
            onChange={({ target }) => onChoose({ text: target.value })}
          />
          {whole !== null && includedFacts(whole.prompt).length > 0 && (
            <Belonging
              prompt={whole.prompt}
              isAlone={choice.isAlone ?? (candidate.earlier === 0 && candidate.attachments === 0)}
              onChange={(isAlone) => onChoose({ isAlone })}
            />
          )}
          {data.answer === null ? (
            <Hint tone="soft">{t('sets.chats.noAnswer')}</Hint>
          ) : (
            <>
              <Checkbox
                isChecked={choice.expectsAnswer === true}
                onChange={(expectsAnswer) => onChoose({ expectsAnswer })}
              >
                {t('sets.chats.expectAnswer')}
              </Checkbox>
              <p className={styles.marked}>{data.answer.slice(0, shownChars)}</p>
            </>
          )}
        </>
      )}
    </section>
  )
}

interface BelongingProps {
  prompt: PromptContent
  isAlone: boolean
  onChange: (isAlone: boolean) => void
}

/** Chooses whether the prompt has what preceded the question, and says what that contains. */
function Belonging({ prompt, isAlone, onChange }: BelongingProps) {
  // Not with every key that is pressed in the question.
  const kinds = useMemo(() => privateKindsIn(prompt), [prompt])
  return (
    <>
      <PastChoice isAlone={isAlone} onChange={onChange} />
      {!isAlone && (
        <Hint tone="soft">
          {t('sets.past.included', { what: includedFacts(prompt).join(', ') })}{' '}
          {kinds.size > 0 && (
            <Text tone="warn">
              {t('sets.chats.markedBefore', {
                what: [...kinds].map((kind) => t(`sets.chats.marks.${kind}`)).join(', '),
              })}
            </Text>
          )}
        </Hint>
      )}
    </>
  )
}

/** What looks private in what belongs to a question, also in calls of tools and their results. */
function privateKindsIn({ systemPrompt, past }: PromptContent): ReadonlySet<PrivateKind> {
  const turns = (past?.turns ?? []).map(({ text }) => text)
  const calls = past === undefined ? [] : recordedCalls(past)
  const called = calls.flatMap(({ input, output }) => [JSON.stringify(input), output])
  const sent = [systemPrompt ?? '', ...turns, ...called]
  return new Set(sent.flatMap((text) => findPrivate(text.slice(0, shownChars)).map(({ kind }) => kind)))
}
