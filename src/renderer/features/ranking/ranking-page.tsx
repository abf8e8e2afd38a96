import { type ReactNode, useState } from 'react'

import { verdictText, labelOf } from '../../../shared/ranking/ranking-text'
import { errorLine } from '../../errors/error-text'
import { saveFile } from '../../browser/save-file'
import { csvLine } from '../../language/csv-line'
import { formats, formatSigned, formatCost, formatCount } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { Choice } from '../../ui/fields/choice'
import { Page } from '../title-bar/page'
import { NextPair, maxInMatrix, PairMatrix, PairTable } from './pair-table'
import { type RankingReport, useRanking, type RankingQuery } from './use-ranking'
import { VotesView } from './votes-view'
import { DialogBar, DialogBody, Hint, Row, Text } from '../../ui/layout/layout'
import { readTextFile } from '../../browser/read-file'
import { useAttempt } from '../../state/app/use-attempt'
import { FileButton } from '../../ui/fields/file-button'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import styles from './ranking.module.css'
import tableStyles from '../../ui/lists/data-table.module.css'

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
  const days = periods.find(({ id }) => id === period)?.days ?? null
  const [source, setSource] = useState('')
  const [view, setView] = useState<'ranking' | 'votes'>('ranking')
  const filters = {
    ...(source === '' ? {} : { source }),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(days === null ? {} : { since: openedAt - days * dayMs }),
    blindOnly,
  }
  const query = { ...filters, fold, apart }
  const { ranking, error } = useRanking(query)
  const hasVotes = ranking !== null && ranking.contestants.length > 0
  const hasSeveralNames = ranking?.contestants.some(({ answeredBy = [] }) => answeredBy.length > 1) === true
  return (
    <Page name={t('actions.titles.ranking')}>
      <DialogBar>
        <select
          className={textFieldStyles.textField}
          aria-label={t('ranking.tag')}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        >
          <option value="">{t('ranking.allTags')}</option>
          {(ranking?.tags ?? []).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <select
          className={textFieldStyles.textField}
          aria-label={t('common.period')}
          value={period}
          onChange={(event) => setPeriod(event.target.value as Period)}
        >
          {periods.map(({ id }) => (
            <option key={id} value={id}>
              {t(`ranking.periods.${id}`)}
            </option>
          ))}
        </select>
        {(source !== '' || (ranking?.sources.length ?? 0) > 0) && (
          <select
            className={textFieldStyles.textField}
            aria-label={t('common.votes')}
            value={source}
            onChange={(event) => {
              setSource(event.target.value)
              setTag('')
            }}
          >
            <option value="">{t('ranking.ownVotes')}</option>
            {(ranking?.sources ?? []).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <Check isChecked={blindOnly} onChange={setBlindOnly}>
          {t('ranking.blindOnly')}
        </Check>
        {view === 'ranking' && (
          <Check isChecked={fold} onChange={setFold}>
            {t('ranking.fold')}
          </Check>
        )}
        {view === 'ranking' && (apart || hasSeveralNames) && (
          <Check isChecked={apart} onChange={setApart}>
            {t('ranking.apart')}
          </Check>
        )}
        <span className={styles.views}>
          <Choice
            label={t('ranking.view')}
            value={view}
            options={[
              ['ranking', t('actions.titles.ranking')],
              ['votes', t('common.votes')],
            ]}
            onChange={setView}
          />
        </span>
      </DialogBar>
      {view === 'votes' && <VotesView filters={filters} />}
      {view === 'ranking' && (
        <DialogBody isBelowBar role="region" aria-label={t('common.result')} tabIndex={0}>
          {error !== null && (
            <Text as="p" tone="bad" role="alert">
              {errorLine(error)}
            </Text>
          )}
          {ranking !== null && <Result ranking={ranking} blindOnly={blindOnly} />}
        </DialogBody>
      )}
      <DialogBar as="footer">
        {hasVotes && (
          <>
            <CopyButton variant="plain" label={t('common.copyAsCsv')} text={() => rankingCsv(ranking)}>
              {t('common.copyAsCsv')}
            </CopyButton>
            <Button onClick={() => saveFile('ranking.json', rankingJson(ranking))}>
              {t('ranking.saveJson')}
            </Button>
          </>
        )}
        <VoteFiles query={query} hasVotes={hasVotes} />
      </DialogBar>
    </Page>
  )
}

interface CheckProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

function Check({ isChecked, onChange, children }: CheckProps) {
  return (
    <Row as="label" gap={1.5}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </Row>
  )
}

interface ResultProps {
  ranking: RankingReport
  blindOnly: boolean
}

function Result({ ranking, blindOnly }: ResultProps) {
  const { contestants, pairs, voteCount, repeated, leftOut, namedCount, allBad, position, length } = ranking
  if (contestants.length === 0) {
    return (
      <Hint as="div" pad={[5, 0]} tone="soft" className={styles.empty}>
        <Text as="p" tone="ink" size="l" weight="strong">
          {t('ranking.nothing')}
        </Text>
        <p>{t('ranking.howTo')}</p>
      </Hint>
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
      <RankingTable contestants={contestants} />
      <NextPair ranking={ranking} />
      {contestants.length > 2 && contestants.length <= maxInMatrix && (
        <PairMatrix contestants={contestants} pairs={pairs} />
      )}
      {pairs.length > 0 && <PairTable contestants={contestants} pairs={pairs} />}
      {position?.isShown === true && <Hint tone="soft">{t('ranking.positionEffect', effect(position))}</Hint>}
      {length?.isShown === true && <Hint tone="soft">{t('ranking.lengthEffect', effect(length))}</Hint>}
      <Hint tone="soft">{t('ranking.method')}</Hint>
    </>
  )
}

function effect({ coefficient, interval: [low, high] }: { coefficient: number; interval: [number, number] }) {
  return { coefficient: formatSigned(coefficient), low: formatSigned(low), high: formatSigned(high) }
}

/** The contestants as CSV. */
function rankingCsv({ contestants }: RankingReport): string {
  const heads = ['contestant', 'strength', 'low', 'high', 'votes', 'wins', 'cost_per_win_usd']
  const rows = contestants.map(({ key, strength, interval: [low, high], votes, wins, costPerWinUsd }) => [
    key,
    strength,
    low,
    high,
    votes,
    wins,
    costPerWinUsd ?? '',
  ])
  return [heads, ...rows].map(csvLine).join('')
}

/** The ranking as JSON, without the system prompts of contestants: their keys contain only a hash of them. */
function rankingJson({ contestants, ...ranking }: RankingReport): string {
  const named = contestants.map(({ asked: _asked, ...contestant }) => ({
    ...contestant,
    label: contestant.key,
  }))
  return `${JSON.stringify({ contestants: named, ...ranking }, null, 2)}\n`
}

/** Exports the ranking as one file and the votes as CSV, and imports those of a CSV file. */
function VoteFiles({ query, hasVotes }: { query: RankingQuery; hasVotes: boolean }) {
  const { votes, exports } = useApp()
  const [said, setSaid] = useState<string | null>(null)
  const { refusal, isBusy, attempt } = useAttempt()
  const run = (action: () => Promise<string | null>) =>
    attempt(async () => {
      setSaid(null)
      setSaid(await action())
    })
  const exportAll = () =>
    run(async () => {
      saveFile('votes.csv', await votes.exportAll())
      return null
    })
  const exportPage = () =>
    run(async () => {
      await exports.startBundle({ format: 'bundle', ranking: query })
      const fileName = exports.take()
      return fileName === null ? null : t('settings.export.saved', { fileName })
    })
  const importFile = (file: File) =>
    run(async () => {
      const { imported, duplicates, skipped, problems } = await votes.importFrom(await readTextFile(file))
      const [first] = problems
      return [
        t('ranking.imported', { count: imported }),
        duplicates > 0 ? t('ranking.duplicates', { count: duplicates }) : '',
        skipped > 0 ? t('common.rowsSkipped', { count: skipped }) : '',
        first === undefined
          ? ''
          : t('ranking.problem', { row: first.row, why: t(`ranking.problems.${first.reason}`) }),
      ]
        .filter((part) => part !== '')
        .join(' ')
    })
  return (
    <>
      {hasVotes && (
        <>
          <Button aria-disabled={isBusy} onClick={() => void exportPage()}>
            {t('settings.bundle.button')}
          </Button>
          <Button aria-disabled={isBusy} onClick={() => void exportAll()}>
            {t('ranking.exportVotes')}
          </Button>
        </>
      )}
      <FileButton
        label={t('ranking.importVotes')}
        accept=".csv,text/csv"
        isDisabled={isBusy}
        onFile={(file) => void importFile(file)}
      >
        {t('ranking.importVotes')}
      </FileButton>
      <Hint as="span" tone="soft" role="status">
        {refusal === null ? said : errorLine(refusal)}
      </Hint>
    </>
  )
}

/** All contestants, strongest first, with a chart of the intervals; the table says the same in numbers. */
function RankingTable({ contestants }: Pick<RankingReport, 'contestants'>) {
  const low = Math.min(...contestants.map(({ interval }) => interval[0]))
  const high = Math.max(...contestants.map(({ interval }) => interval[1]))
  const place = (strength: number) => `${((strength - low) / (high - low || 1)) * 100}%`
  const hasCosts = contestants.some(({ costPerWinUsd }) => costPerWinUsd !== null)
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{t('ranking.contestant')}</th>
          <th scope="col" className={styles.chartHead}>
            {t('ranking.strength')}
          </th>
          <th scope="col" className={tableStyles.number}>
            {t('ranking.wins')}
          </th>
          <th scope="col" className={tableStyles.number}>
            {t('common.votes')}
          </th>
          {hasCosts && (
            <th scope="col" className={tableStyles.number}>
              {t('ranking.costPerWin')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {contestants.map((contestant) => {
          const { key, strength, interval, wins, votes, costPerWinUsd, answeredBy = [] } = contestant
          const [from, to] = interval
          return (
            <tr key={key}>
              <th scope="row" className={styles.name} title={key}>
                {labelOf(contestant)}
                {answeredBy.length > 0 && (
                  <Text tone={answeredBy.length > 1 ? 'warn' : 'soft'} size="xs" className={styles.names}>
                    {t(answeredBy.length > 1 ? 'ranking.answeredBySeveral' : 'ranking.answeredBy', {
                      names: answeredBy.join(', '),
                    })}
                  </Text>
                )}
              </th>
              <td>
                <span className={styles.chart} aria-hidden="true">
                  <span className={styles.mean} style={{ left: place(0) }} />
                  <span
                    className={styles.interval}
                    style={{ left: place(from), right: `calc(100% - ${place(to)})` }}
                  />
                  <span className={styles.point} style={{ left: place(strength) }} />
                </span>
                <Text tone="soft" size="xs">
                  {t('ranking.interval', {
                    strength: formatSigned(strength),
                    low: formatSigned(from),
                    high: formatSigned(to),
                  })}
                </Text>
              </td>
              <td className={tableStyles.number}>{formatCount(wins)}</td>
              <td className={tableStyles.number}>{formatCount(votes)}</td>
              {hasCosts && (
                <td className={tableStyles.number}>
                  {costPerWinUsd === null ? '–' : formatCost(costPerWinUsd)}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
