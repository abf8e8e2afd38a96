import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ComparisonId, PaneId, VoteId } from '../../../shared/ids'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ListedVote } from '../../../shared/votes/votes'
import { Problem } from '../../ui/text/problem'
import { formatMoment } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { useMoreLoaded } from '../../ui/lists/use-more'
import { AnswerTag } from '../compare/answers/answer-tag'
import { letterAt } from '../compare/panes/identity/pane-name'
import { contestantNames } from '../model-settings/contestant-names'
import { VoteControls } from '../compare/voting/vote-controls'
import { voteOutcome } from '../compare/voting/vote-outcome'
import { DialogBody, Ellipsis, Hint, Row, Text } from '../../ui/layout/layout'
import styles from './votes-view.module.css'

const pageSize = 50
/** The most that one request may ask for. */
const maxListed = 1_000

/** The votes that the ranking is based on, newest first: each can be changed, described and removed. */
export function VotesView({ filters }: { filters: VoteFilters }) {
  const { go, votes } = useApp()
  const [limit, setLimit] = useState(pageSize)
  const [edited, setEdited] = useState<VoteId | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const { list, error } = useRankedVotes(filters, limit)
  useEffect(() => votes.dismissError(), [votes])
  const isGone = edited !== null && list !== null && !list.votes.some(({ id }) => id === edited)
  useEffect(() => {
    // The vote that had the focus was removed.
    if (isGone) region.current?.focus()
  }, [isGone])
  const open = (comparisonId: ComparisonId) => go({ kind: 'compare', comparisonId })
  const shown = list?.votes ?? []
  const { list: items, showMore } = useMoreLoaded<HTMLOListElement>(shown.length, () =>
    setLimit(limit + pageSize),
  )
  return (
    <DialogBody isBelowBar ref={region} role="region" aria-label={t('common.votes')} tabIndex={0}>
      <Problem error={error} />
      {list !== null && (
        <Hint tone="soft" role="status">
          {t('ranking.list.count', { count: list.total })}
        </Hint>
      )}
      <ol ref={items} className={styles.list}>
        {shown.map((vote) => (
          <VoteRow
            key={vote.id}
            vote={vote}
            isEdited={vote.id === edited}
            onEdit={(isEdited) => setEdited(isEdited ? vote.id : null)}
            onOpen={open}
          />
        ))}
      </ol>
      {list !== null && list.total > shown.length && limit < maxListed && (
        <Button onClick={showMore}>{t('common.showMore')}</Button>
      )}
      {list !== null && list.total > maxListed && limit >= maxListed && (
        <Hint tone="soft">{t('ranking.list.onlyNewest', { count: maxListed })}</Hint>
      )}
    </DialogBody>
  )
}

/** The filter of the list. */
type VoteFilters = NonNullable<RouteInput<'votes.list'>['ranked']>

/** The newest votes that count in the ranking with these filters, loaded again whenever votes change; null at first. */
function useRankedVotes(filters: VoteFilters, limit: number) {
  const version = useStore(useApp().votes.store, (state) => state.version)
  const { data: list, error } = useRequest('votes.list', { ranked: filters, limit }, { reloadOn: version })
  return { list, error }
}

interface VoteRowProps {
  vote: ListedVote
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onOpen: (comparisonId: ComparisonId) => void
}

/** One vote: what it says about which contestants, and the controls that change it. */
function VoteRow({ vote, isEdited, onEdit, onOpen }: VoteRowProps) {
  const { votes, models: modelList } = useApp()
  const models = useStore(modelList.store, (state) => state.models)
  const said = useId()
  const { comparisonId, shown, chosen, tags, why, isBlind, how, source, at } = vote
  const names = contestantNames(
    models,
    shown.map(({ contestant }) => contestant),
  )
  const hasNames = isEdited || shown.some(({ answeredBy }) => answeredBy !== undefined)
  return (
    <li className={styles.row} aria-labelledby={said}>
      {vote.question !== undefined && (
        <Ellipsis as="p" dir="auto" tone="soft" title={vote.question}>
          {vote.question}
        </Ellipsis>
      )}
      <Row align="baseline" wrap>
        <Text id={said} className={styles.said}>
          {voteOutcome(vote, names)}
        </Text>
        <Hint as="time" tone="soft" dateTime={new Date(at).toISOString()}>
          {formatMoment(at)}
        </Hint>
        {isBlind && (
          <Hint as="span" pad={[0, 1.5]} tone="soft" className={styles.tag}>
            {t('compare.blind.voteWasBlind')}
          </Hint>
        )}
        {how !== undefined && (
          <Hint as="span" pad={[0, 1.5]} tone="soft" className={styles.tag}>
            {t('compare.vote.rendered')}
          </Hint>
        )}
        {source !== undefined && (
          <Hint as="span" pad={[0, 1.5]} tone="soft" className={styles.tag}>
            {t('compare.vote.fromFile')}
          </Hint>
        )}
        {tags.map((tag) => (
          <Hint as="span" pad={[0, 1.5]} tone="soft" key={tag} className={styles.tag}>
            {tag}
          </Hint>
        ))}
        <Row as="span" align="stretch" gap={3} className={styles.actions}>
          {comparisonId !== null && (
            <Button variant="link" aria-describedby={said} onClick={() => onOpen(comparisonId)}>
              {t('common.openComparison')}
            </Button>
          )}
          <Button
            variant="link"
            aria-describedby={said}
            aria-expanded={isEdited}
            onClick={() => onEdit(!isEdited)}
          >
            {t('common.edit')}
          </Button>
        </Row>
      </Row>
      {hasNames && (
        <Row as="ul" align="stretch" wrap size="s" className={styles.shown}>
          {shown.map(({ contestant, answeredBy }, index) => (
            <li
              key={index}
              className={chosen.includes(index) ? styles.chosen : undefined}
              title={contestant.key}
            >
              <AnswerTag answer={letterAt(index)} /> {names[index]}
              {answeredBy !== undefined && (
                <Hint as="span" tone="soft">
                  {' '}
                  {t('ranking.answeredBy', { names: answeredBy })}
                </Hint>
              )}
            </li>
          ))}
        </Row>
      )}
      {why !== null && !isEdited && (
        <Hint tone="soft" className={styles.why}>
          {why}
        </Hint>
      )}
      {isEdited && (
        <VoteControls
          answers={shown.map((_, index) => ({ pane: { paneId: placeName(index) }, ...letterAt(index) }))}
          vote={{ ...vote, shown: shown.map((answer, index) => ({ ...answer, paneId: placeName(index) })) }}
          isBlind={false}
          question={() => ({ question: vote.question ?? '' })}
          onCast={({ result, paneIds }) => votes.change(vote, { result, places: paneIds.map(Number) })}
          hasFocus
        />
      )}
    </li>
  )
}

/** Names an answer by its place: those of an imported vote have no panes. */
function placeName(index: number): PaneId {
  return String(index) as PaneId
}
