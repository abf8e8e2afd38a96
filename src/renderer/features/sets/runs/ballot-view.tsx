import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { PaneId } from '../../../../shared/ids'
import { type BallotAnswer, ballotOrders, type BallotPlace } from '../../../../shared/sets/ballots'
import type { SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { useApp } from '../../../state/app/use-app'
import { ballotOrderOf } from '../../../state/prompts/prompt-sets'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { AnswerTag } from '../../compare/answers/answer-tag'
import { letterAt } from '../../compare/panes/identity/pane-name'
import { VoteControls } from '../../compare/voting/vote-controls'
import { focusNow } from '../../../keyboard/focus-targets'
import { LazyPageGrid, PagesToggle } from '../pages/lazy-pages'
import { RatingFields, useRatings } from './rating-fields'
import { RepeatSelect } from '../common/repeat-select'
import { canCompare, useOpenRow } from '../common/use-open-row'
import { useModelNames } from '../common/set-words'
import { Select } from '../../../ui/fields/select'
import { DialogBar, DialogBody, Hint, Row } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
import { EarlierAnswers, PastTurns } from '../common/past-turns'
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
  /** Shows only these of the answers. */
  only: readonly PaneId[] | undefined
}

/** The answers to a prompt without their models, to vote on. */
export function BallotView({ run, place, onRepeat, onBack, onNext, onShowModels, only }: BallotViewProps) {
  const { votes, promptSets } = useApp()
  const order = useStore(promptSets.store, ballotOrderOf)
  const { runId, prompt, repeat } = place
  const version = useStore(votes.store, (state) => state.version)
  const row = useOpenRow(run)
  const [hasPages, setHasPages] = useState(false)
  // More answers may complete the ballot.
  const reloadOn = `${version} ${run.done}`
  const [isWhole, setWhole] = useState(only === undefined || only.length === run.models.length)
  const asked = { runId, prompt, repeat, ...(isWhole ? {} : { only: [...(only ?? [])] }) }
  const { data: ballot, error, reload } = useRequest('sets.ballot', asked, { reloadOn })
  const { ratings, problem, rate } = useRatings({ runId, prompt, repeat }, ballot)
  useEffect(() => votes.dismissError(), [votes])
  const names = useModelNames(run.models)
  const nameOf = (key: string) => names[run.models.findIndex((model) => model.key === key)] ?? key
  const lettered = (ballot?.answers ?? []).map((answer, index) => ({ answer, ...letterAt(index) }))
  return (
    <>
      <DialogBar className={styles.head}>
        <Button variant="quiet" className={styles.back} ref={focusNow} onClick={onBack}>
          ‹ {t('common.result')}
        </Button>
        <RepeatSelect count={run.repeats} repeat={repeat} onRepeat={onRepeat} />
        <Button variant="quiet" onClick={onShowModels}>
          {t(ballot?.isHidden === false ? 'common.allAnswers' : 'sets.ballot.showModels')}
        </Button>
        {!isWhole && ballot?.isHidden === true && (
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {t('common.allAnswers')}
          </Button>
        )}
        {canCompare(run) && ballot !== null && (
          <Button variant="quiet" onClick={() => row.open(place, { onlyKnown: true })}>
            {t('sets.openRow')}
          </Button>
        )}
        <PagesToggle answers={ballot?.answers} isOn={hasPages} onChange={setHasPages} />
        <Row className={styles.tools}>
          <Select
            aria-label={t('sets.ballot.order')}
            value={order}
            options={ballotOrders.map((each) => [each, t(`sets.ballot.orders.${each}`)])}
            onChange={(chosen) => promptSets.choose(runId, { order: chosen })}
          />
          {onNext !== null && (
            <Button variant="quiet" onClick={onNext}>
              {t('sets.ballot.next')} ›
            </Button>
          )}
        </Row>
      </DialogBar>
      {row.choice}
      <DialogBody isBelowBar role="region" aria-label={t('common.answers')} tabIndex={0}>
        <Problem error={error ?? row.problem ?? problem} />
        {ballot !== null && (
          <>
            <PastTurns turns={ballot.turns ?? []} />
            <p className={styles.asked}>{ballot.question}</p>
            {ballot.problem !== undefined && (
              <p className={styles.lead}>{t(`sets.ballot.problems.${ballot.problem}`)}</p>
            )}
            {hasPages && (
              <LazyPageGrid
                answers={lettered.map(({ answer, letter }) => ({
                  key: answer.answerId,
                  name: ballotName(letter, answer),
                  text: answer.text,
                }))}
              />
            )}
            {!hasPages && (
              <Row align="stretch" gap={4} className={styles.columns}>
                {lettered.map(({ answer, letter, color }, index) => (
                  <BallotColumn
                    key={answer.answerId}
                    answer={answer}
                    letter={letter}
                    name={answer.key === undefined ? null : nameOf(answer.key)}
                    tag={<AnswerTag answer={{ letter, color }} />}
                  >
                    {run.rubric !== undefined && (
                      <RatingFields
                        rubric={run.rubric}
                        isFirst={index === 0}
                        ratings={ratings.filter(({ answerId }) => answerId === answer.answerId)}
                        onRate={(criterion, mark) =>
                          void rate({ answerId: answer.answerId, criterion, mark })
                        }
                      />
                    )}
                  </BallotColumn>
                ))}
              </Row>
            )}
          </>
        )}
      </DialogBody>
      {ballot !== null && lettered.length > 0 && (
        <VoteControls
          key={lettered.map(({ answer }) => answer.answerId).join(' ')}
          answers={lettered.map(({ answer, ...rest }) => ({ pane: { paneId: answer.answerId }, ...rest }))}
          vote={ballot.vote}
          isBlind={ballot.isHidden}
          question={() => ({ question: ballot.question })}
          onCast={async (judgement) => {
            const isCast = await votes.castOnSet(
              asked,
              hasPages ? { ...judgement, how: 'rendered' } : judgement,
            )
            if (isCast) void reload()
            return isCast
          }}
          next={
            onNext === null
              ? { label: `‹ ${t('common.result')}`, onGo: onBack }
              : { label: `${t('sets.ballot.next')} ›`, onGo: onNext }
          }
          hasFocus={run.rubric === undefined}
        />
      )}
    </>
  )
}

function BallotColumn({
  answer: { text, key, namesContestant, earlier },
  letter,
  name,
  tag,
  children,
}: {
  answer: BallotAnswer
  letter: string
  /** The name of its model with its settings; null while it is hidden. */
  name: string | null
  tag: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.column} aria-label={t('common.answerNamed', { letter })}>
      <Row as="h2" size="s" className={styles.columnName} title={key}>
        {tag} {name}
        {namesContestant === true && (
          <Hint as="span" tone="soft" title={t('compare.blind.namesModelHint')}>
            {t('compare.blind.namesModel')}
          </Hint>
        )}
      </Row>
      {children}
      <div className={styles.ballotText}>
        <EarlierAnswers texts={earlier} />
        <BoundMarkdown text={text} isStreaming={false} />
      </div>
    </section>
  )
}

/** The name of an answer without its model, and that the answer names one. */
function ballotName(letter: string, { namesContestant }: BallotAnswer): string {
  const name = t('common.answerNamed', { letter })
  return namesContestant === true ? `${name} · ${t('compare.blind.namesModel')}` : name
}
