import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'

import type { BallotAnswer, BallotPlace } from '../../../../shared/sets/ballots'
import type { SetRun } from '../../../../shared/sets/sets'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { AnswerTag } from '../../compare/answers/answer-tag'
import { letterAt } from '../../compare/panes/identity/pane-name'
import { VoteControls } from '../../compare/voting/vote-controls'
import { focusNow } from '../../../keyboard/focus-targets'
import { RepeatSelect } from '../common/resume-form'
import { canCompare, useOpenRow } from '../common/use-open-row'
import { useModelNames } from '../common/set-words'
import { DialogBar, DialogBody, Hint, Row } from '../../../ui/layout/layout'
import { Problem } from '../common/problem'
import styles from '../common/sets.module.css'

interface BallotViewProps {
  run: SetRun
  place: BallotPlace
  onRepeat: (repeat: number) => void
  onBack: () => void
  /** Goes to the next prompt; null at the last one. */
  onNext: (() => void) | null
  /** Shows all answers with their models. */
  onShowModels: () => void
}

/** The answers to a prompt without their models, to vote on. */
export function BallotView({ run, place, onRepeat, onBack, onNext, onShowModels }: BallotViewProps) {
  const { votes } = useApp()
  const { runId, prompt, repeat } = place
  const version = useStore(votes.store, (state) => state.version)
  const row = useOpenRow(run)
  // More answers may complete the ballot.
  const reloadOn = `${version} ${run.done}`
  const { data: ballot, error, reload } = useRequest('sets.ballot', { runId, prompt, repeat }, { reloadOn })
  const problem = error === null ? null : errorLine(error)
  useEffect(() => votes.dismissError(), [votes])
  const names = useModelNames(run.models)
  const nameOf = (key: string) => names[run.models.findIndex((model) => model.key === key)] ?? key
  const lettered = (ballot?.answers ?? []).map((answer, index) => ({ answer, ...letterAt(index) }))
  return (
    <>
      <DialogBar className={styles.head}>
        <Button variant="quiet" ref={focusNow} onClick={onBack}>
          ‹ {t('common.result')}
        </Button>
        {ballot !== null && ballot.repeats > 1 && (
          <RepeatSelect count={ballot.repeats} repeat={repeat} onRepeat={onRepeat} />
        )}
        <Button variant="quiet" onClick={onShowModels}>
          {t(ballot?.isHidden === false ? 'common.allAnswers' : 'sets.ballot.showModels')}
        </Button>
        {canCompare(run) && ballot !== null && (
          <Button variant="quiet" onClick={() => row.open(place, { onlyKnown: true })}>
            {t('sets.openRow')}
          </Button>
        )}
        {onNext !== null && (
          <Button variant="quiet" onClick={onNext}>
            {t('sets.ballot.next')} ›
          </Button>
        )}
      </DialogBar>
      {row.choice}
      <DialogBody
        isBelowBar
        className={styles.scroll}
        role="region"
        aria-label={t('common.answers')}
        tabIndex={0}
      >
        <Problem text={problem ?? row.problem} />
        {ballot !== null && (
          <>
            <p className={styles.asked}>{ballot.question}</p>
            {ballot.problem !== undefined && (
              <p className={styles.lead}>{t(`sets.ballot.problems.${ballot.problem}`)}</p>
            )}
            <Row align="stretch" gap={4} className={styles.columns}>
              {lettered.map(({ answer, letter, color }) => (
                <BallotColumn
                  key={answer.answerId}
                  answer={answer}
                  letter={letter}
                  name={answer.key === undefined ? null : nameOf(answer.key)}
                >
                  <AnswerTag answer={{ letter, color }} />
                </BallotColumn>
              ))}
            </Row>
          </>
        )}
      </DialogBody>
      {ballot !== null && lettered.length > 0 && (
        <VoteControls
          key={lettered.map(({ answer }) => answer.answerId).join(' ')}
          answers={lettered.map(({ answer, ...rest }) => ({ pane: { paneId: answer.answerId }, ...rest }))}
          vote={ballot.vote}
          isBlind={ballot.isHidden}
          question={() => ballot.question}
          onCast={async (judgement) => {
            const isCast = await votes.castOnSet(place, judgement)
            if (isCast) void reload()
            return isCast
          }}
          hasFocus
        />
      )}
    </>
  )
}

function BallotColumn({
  answer: { text, key, namesContestant },
  letter,
  name,
  children,
}: {
  answer: BallotAnswer
  letter: string
  /** The name of its model with its settings; null while it is hidden. */
  name: string | null
  children: ReactNode
}) {
  return (
    <section className={styles.column} aria-label={t('common.answerNamed', { letter })}>
      <Row as="h2" size="s" className={styles.columnName} title={key}>
        {children} {name}
        {namesContestant === true && (
          <Hint as="span" tone="soft" className={styles.facts} title={t('compare.blind.namesModelHint')}>
            {t('compare.blind.namesModel')}
          </Hint>
        )}
      </Row>
      <div className={styles.ballotText}>
        <BoundMarkdown text={text} isStreaming={false} />
      </div>
    </section>
  )
}
