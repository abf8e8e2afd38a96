import { useState } from 'react'

import { verdictText } from '../../../shared/ranking/ranking-text'
import { type VoteHow, voteHows } from '../../../shared/votes/votes'
import { Problem } from '../../ui/text/problem'
import { formats, formatSigned } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Checkbox } from '../../ui/fields/checkbox'
import { Choice } from '../../ui/fields/choice'
import { FileButton } from '../../ui/fields/file-button'
import { TextMenuButton } from '../../ui/overlays/text-menu-button'
import { EmptyPage, Page } from '../title-bar/page'
import { ContestantTable, StrengthTable } from './contestants'
import { NextPair, Pairs } from './pairs'
import { useRankingFiles } from './use-ranking-files'
import { type RankingReport, useRanking } from './use-ranking'
import { VotesView } from './votes-view'
import { DialogBar, DialogBody, Hint, Row } from '../../ui/layout/layout'
import { Select } from '../../ui/fields/select'
import styles from './ranking.module.css'

const dayMs = 24 * 60 * 60 * 1_000
const periods = [
  { id: 'all', days: null },
  { id: 'month', days: 30 },
  { id: 'quarter', days: 90 },
  { id: 'year', days: 365 },
] as const

type Period = (typeof periods)[number]['id']

/** The models that the user's votes favour, with the uncertainty, and the pair to vote on next. */
export function RankingPage() {
  const { environment } = useApp()
  const [openedAt] = useState(() => environment.now())
  const [tag, setTag] = useState('')
  const [period, setPeriod] = useState<Period>('all')
  const [fold, setFold] = useState(false)
  const [apart, setApart] = useState(false)
  const [blindOnly, setBlindOnly] = useState(false)
  const [how, setHow] = useState<VoteHow | 'all'>('all')
  const days = periods.find(({ id }) => id === period)?.days ?? null
  const [source, setSource] = useState('')
  const [view, setView] = useState<'ranking' | 'votes'>('ranking')
  const filters = {
    ...(source === '' ? {} : { source }),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(days === null ? {} : { since: openedAt - days * dayMs }),
    blindOnly,
    ...(how === 'all' ? {} : { how }),
  }
  const query = { ...filters, fold, apart }
  const { ranking, error } = useRanking(query)
  const hasVotes = ranking !== null && ranking.contestants.length > 0
  // Without any votes, there is nothing to choose from.
  const isChosen = source !== '' || tag !== '' || days !== null || blindOnly || how !== 'all'
  const hasChoice = hasVotes || isChosen || (ranking?.sources.length ?? 0) > 0
  const hasSeveralNames = ranking?.contestants.some(({ answeredBy = [] }) => answeredBy.length > 1) === true
  const { isBusy, said, importVotes, exportsOf } = useRankingFiles(query)
  return (
    <Page
      name={t('actions.titles.ranking')}
      controls={
        <>
          <Choice
            label={t('ranking.view')}
            value={view}
            options={[
              ['ranking', t('actions.titles.ranking')],
              ['votes', t('common.votes')],
            ]}
            onChange={setView}
          />
          <FileButton
            label={t('ranking.importVotes')}
            accept=".csv,.json,.jsonl,.ndjson,text/csv"
            variant="quiet"
            isDisabled={isBusy}
            onFile={importVotes}
          >
            {t('ranking.importVotes')}
          </FileButton>
          {hasVotes && (
            <TextMenuButton items={exportsOf(ranking)} isDisabled={isBusy}>
              {t('common.export')}
            </TextMenuButton>
          )}
        </>
      }
    >
      {hasChoice && (
        <DialogBar>
          <Select
            aria-label={t('ranking.tag')}
            value={tag}
            options={[['', t('ranking.allTags')], ...(ranking?.tags ?? []).map((one) => [one, one] as const)]}
            onChange={setTag}
          />
          <Select
            aria-label={t('common.period')}
            value={period}
            options={periods.map(({ id }) => [id, t(`ranking.periods.${id}`)])}
            onChange={setPeriod}
          />
          <Select
            aria-label={t('ranking.how')}
            value={how}
            options={(['all', ...voteHows] as const).map((one) => [one, t(`ranking.hows.${one}`)])}
            onChange={setHow}
          />
          {(source !== '' || (ranking?.sources.length ?? 0) > 0) && (
            <Select
              aria-label={t('common.votes')}
              value={source}
              options={[
                ['', t('ranking.ownVotes')],
                ...(ranking?.sources ?? []).map((one) => [one, one] as const),
              ]}
              onChange={(chosen) => {
                setSource(chosen)
                setTag('')
              }}
            />
          )}
          <Row wrap>
            <Checkbox isChecked={blindOnly} onChange={setBlindOnly}>
              {t('ranking.blindOnly')}
            </Checkbox>
            {view === 'ranking' && (
              <Checkbox isChecked={fold} onChange={setFold}>
                {t('ranking.fold')}
              </Checkbox>
            )}
            {view === 'ranking' && (apart || hasSeveralNames) && (
              <Checkbox isChecked={apart} onChange={setApart}>
                {t('ranking.apart')}
              </Checkbox>
            )}
          </Row>
        </DialogBar>
      )}
      <Hint as="div" pad={[0, 5]} grow={false} tone="soft" role="status">
        {said}
      </Hint>
      {view === 'votes' && <VotesView filters={filters} />}
      {view === 'ranking' && (
        <DialogBody isBelowBar role="region" aria-label={t('common.result')} tabIndex={0}>
          <Problem error={error} />
          {ranking !== null && <Result ranking={ranking} blindOnly={blindOnly} />}
        </DialogBody>
      )}
    </Page>
  )
}

interface ResultProps {
  ranking: RankingReport
  blindOnly: boolean
}

function Result({ ranking, blindOnly }: ResultProps) {
  const { contestants, pairs, voteCount, repeated, leftOut, namedCount, allBad, position, length } = ranking
  const { newCompare } = useApp()
  // Thousands of pairs take a while to draw.
  const [areNumbersOpen, setNumbersOpen] = useState(false)
  if (contestants.length === 0) {
    return (
      <EmptyPage title={t('ranking.nothing')} hint={t('ranking.howTo')}>
        <Button onClick={newCompare}>{t('actions.titles.newCompare')}</Button>
      </EmptyPage>
    )
  }
  return (
    <>
      <p className={styles.verdict} role="status">
        {verdictText(ranking, t, formats())}
      </p>
      <Hint tone="soft">
        {t('ranking.basis', { count: voteCount })}
        {blindOnly && namedCount > 0 && ` ${t('ranking.named', { count: namedCount })}`}
        {allBad > 0 && ` ${t('ranking.allBad', { count: allBad })}`}
        {repeated > 0 && ` ${t('ranking.repeated', { count: repeated })}`}
        {leftOut > 0 && ` ${t('ranking.leftOut', { count: leftOut })}`}
      </Hint>
      <ContestantTable contestants={contestants} />
      <NextPair ranking={ranking} />
      <details onToggle={(event) => setNumbersOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>{t('ranking.numbers')}</summary>
        {areNumbersOpen && (
          <>
            <StrengthTable contestants={contestants} />
            <Pairs contestants={contestants} pairs={pairs} />
            {position?.isShown === true && (
              <Hint tone="soft">{t('ranking.positionEffect', effect(position))}</Hint>
            )}
            {length?.isShown === true && <Hint tone="soft">{t('ranking.lengthEffect', effect(length))}</Hint>}
            <Hint tone="soft">{t('ranking.method')}</Hint>
          </>
        )}
      </details>
    </>
  )
}

function effect({ coefficient, interval: [low, high] }: { coefficient: number; interval: [number, number] }) {
  return { coefficient: formatSigned(coefficient), low: formatSigned(low), high: formatSigned(high) }
}
