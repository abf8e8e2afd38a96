import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { PaneId } from '../../../shared/ids'
import type { ModelInfo } from '../../../shared/models/models'
import type { Pane } from '../../../shared/sessions/sessions'
import { throttle } from '../../browser/throttle'
import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { type Conversation, type Growth, lastAnswer } from '../../state/conversations/conversation'
import { paneLetter, paneName } from './panes/identity/pane-name'
import { useApp } from '../../state/app/use-app'
import { formatCount, formatRate, formatSeconds } from '../../language/format'
import { paneMetrics, type PaneMetrics, paneStatus, type PaneStatus } from './panes/pane-metrics'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/controls/icon'
import { Row, Text } from '../../ui/layout/layout'
import styles from './pane-progress.module.css'

const chartWidth = 600
const chartHeight = 76
const fewPanes = 4

const stepMs = 200

/** Where this window remembers that the progress is unfolded. */
const storageKey = 'parley.progress'

/**
 * The progress of the current round: a line with the speed of each pane, which unfolds to a table and a chart with the
 * characters of each pane over time.
 */
export function PaneProgress({ store, panes }: { store: ComparisonStore; panes: readonly Pane[] }) {
  const { environment, models: known } = useApp()
  const { models } = useStore(known.store)
  const entries = useThrottledProgress(store, panes)
  const [isOpen, setIsOpen] = useState(() => environment.storage.getItem(storageKey) === 'open')
  if (entries.every((entry) => entry.status === 'Idle')) return null
  const toggle = () => {
    setIsOpen(!isOpen)
    environment.storage.setItem(storageKey, isOpen ? '' : 'open')
  }
  return (
    <section className={styles.progress} aria-label={t('compare.progress.title')}>
      <Row gap={3} pad={[0, 4]} tone="soft" size="xs" tabular className={styles.line}>
        {/* Without the speeds, which change several times a second. */}
        <Row
          as="button"
          gap={3}
          pad={[1, 0]}
          grow={false}
          weight="medium"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          {t('compare.progress.title')}
        </Row>
        {!isOpen && entries.map((entry) => <Speed key={entry.paneId} entry={entry} />)}
      </Row>
      {isOpen && <Unfolded entries={entries} models={models} />}
    </section>
  )
}

/** The time to the first token and the speed of a pane, as far as they are known. */
function Speed({ entry: { letter, color, metrics } }: { entry: ProgressEntry }) {
  const { ttftMs, tokensPerSecond, isEstimate } = metrics
  const rate = tokensPerSecond === null ? null : formatRate(tokensPerSecond)
  const known = [
    ...(ttftMs === null ? [] : [formatSeconds(ttftMs)]),
    ...(rate === null ? [] : [`${isEstimate ? '~' : ''}${rate}/s`]),
  ]
  return (
    <span className={styles.speed}>
      <Text weight="strong" style={{ color }}>
        {letter}
      </Text>{' '}
      {known.length === 0 ? '–' : known.join(' · ')}
    </span>
  )
}

function Unfolded({ entries, models }: { entries: readonly ProgressEntry[]; models: readonly ModelInfo[] }) {
  const hasThought = entries.some(({ metrics }) => metrics.isReasoning)
  const lines = chartLines(entries, chartWidth, chartHeight)
  return (
    <div
      className={classNames(
        styles.race,
        hasThought && styles.raceThinking,
        entries.length > fewPanes && styles.raceMany,
      )}
    >
      <table className={styles.raceTable}>
        <thead>
          <tr>
            <td />
            <th scope="col" title={t('common.timeToFirstToken')}>
              {t(hasThought ? 'compare.progress.firstThought' : 'compare.progress.firstToken')}
            </th>
            {hasThought && (
              <th scope="col" title={t('compare.pane.timeToFirstWord')}>
                {t('compare.progress.firstWord')}
              </th>
            )}
            <th scope="col" title={t('compare.pane.tokensPerSecond')}>
              {t('common.speed')}
            </th>
            <th scope="col">{t('compare.pane.tokens')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.paneId}>
              <th scope="row">
                <Text weight="strong" style={{ color: entry.color }}>
                  {entry.letter}
                </Text>{' '}
                {paneName(models, entry)}
              </th>
              <Cells entry={entry} hasThought={hasThought} />
            </tr>
          ))}
        </tbody>
      </table>
      {/* Blind answers arrive in one piece, so there is nothing to draw. */}
      {lines.length > 0 && (
        <div className={styles.raceTrack}>
          <svg
            viewBox={`0 0 ${chartWidth} ${chartHeight}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('compare.progress.drawing')}
          >
            <line
              className={styles.raceGround}
              x1="0"
              y1={chartHeight - 0.5}
              x2={chartWidth}
              y2={chartHeight - 0.5}
            />
            {lines.map((line) => (
              <Line key={line.position} line={line} entry={entries[line.position]} />
            ))}
          </svg>
          {chartLabels(lines).map(({ positions, x, y }) => (
            <Row
              as="span"
              align="stretch"
              gap={0.5}
              size="xs"
              weight="strong"
              key={positions[0]}
              className={styles.raceLabel}
              data-slot="race-label"
              style={{ left: `${(100 * x) / chartWidth}%`, top: `${(100 * y) / chartHeight}%` }}
              aria-hidden="true"
            >
              {positions.map((position) => (
                <span key={position} style={{ color: entries[position]?.color }}>
                  {entries[position]?.letter}
                </span>
              ))}
            </Row>
          ))}
        </div>
      )}
    </div>
  )
}

function Cells({ entry, hasThought }: { entry: ProgressEntry; hasThought: boolean }) {
  const { ttftMs, isReasoning, firstTextMs, tokensPerSecond, tokens, isEstimate } = entry.metrics
  const firstMs = hasThought && !isReasoning ? null : ttftMs
  const about = isEstimate ? '~' : ''
  const rate = tokensPerSecond === null ? null : formatRate(tokensPerSecond)
  return (
    <>
      <td>{firstMs === null ? '–' : formatSeconds(firstMs)}</td>
      {hasThought && <td>{firstTextMs === null ? '–' : formatSeconds(firstTextMs)}</td>}
      <td>{rate === null ? '–' : `${about}${rate}/s`}</td>
      <td>{tokens === null ? '–' : `${about}${formatCount(tokens)}`}</td>
    </>
  )
}

/** A round end marks a finished answer, a square one a stopped answer; a line without one is still growing. */
function Line({ line, entry }: { line: ChartLine; entry: ProgressEntry | undefined }) {
  const { status, color: stroke } = entry ?? {}
  const { x, y } = line.end
  return (
    <>
      <polyline className={styles.raceLine} points={line.points} style={{ stroke }} />
      {(status === 'Done' || status === 'Stopped' || status === 'Failed') && (
        <line
          className={classNames(styles.raceEnd, status !== 'Done' && styles.raceEndStopped)}
          x1={x}
          y1={y}
          x2={x}
          y2={y}
          style={{ stroke }}
        />
      )}
    </>
  )
}

interface ProgressEntry {
  paneId: PaneId
  letter: string
  color: string
  model: string
  isMerge?: true
  status: PaneStatus
  metrics: PaneMetrics
  growth: Pick<Growth, 'points'> | null
}

/** The progress of all panes, updated a few times a second. */
function useThrottledProgress(store: ComparisonStore, panes: readonly Pane[]): ProgressEntry[] {
  const { environment } = useApp()
  const [entries, setEntries] = useState(() => entriesOf(store, panes))
  useEffect(() => {
    const shown = throttle(environment, stepMs, () => setEntries(entriesOf(store, panes)))
    shown.runNow()
    const stops = panes.map((pane) => store.conversationOf(pane).store.subscribe(shown.request))
    return () => {
      shown.cancel()
      for (const stop of stops) stop()
    }
  }, [store, panes, environment])
  return entries
}

/** As stored with the shown answer, or as observed by this window. */
function growthOf(state: Conversation): Pick<Growth, 'points'> | null {
  const points = state.live === null ? lastAnswer(state)?.metrics?.growth : undefined
  return points === undefined ? state.growth : { points }
}

function entriesOf(store: ComparisonStore, panes: readonly Pane[]): ProgressEntry[] {
  return panes.map((pane) => {
    const state = store.conversationOf(pane).store.getState()
    return {
      paneId: pane.paneId,
      ...paneLetter(pane),
      model: pane.model,
      ...(pane.isMerge === true ? { isMerge: true } : {}),
      status: paneStatus(state),
      metrics: paneMetrics(state),
      growth: growthOf(state),
    }
  })
}

/** The line of one pane. */
interface ChartLine {
  position: number
  /** In the format of an SVG polyline. */
  points: string
  end: { x: number; y: number }
}

/** A label with the letters of all lines that end at the same point. */
interface ChartLabel {
  positions: number[]
  x: number
  y: number
}

/** Lines whose ends are closer than this share one label. */
const nearX = 12
const nearY = 14
/** Keeps equal lines from hiding each other. */
const offsetY = 2.5

/**
 * The growth of each pane's text in a frame of `width` by `height`: time to the right, characters up. A line that ends
 * where another does is moved up slightly.
 */
export function chartLines(
  entries: readonly { growth: Pick<Growth, 'points'> | null }[],
  width: number,
  height: number,
): ChartLine[] {
  const grown = entries.map((entry) => entry.growth?.points ?? [])
  const longestMs = Math.max(1, ...grown.map((points) => points.at(-1)?.[0] ?? 0))
  const mostChars = Math.max(1, ...grown.map((points) => points.at(-1)?.[1] ?? 0))
  const gap = 4
  const topGap = gap + (entries.length - 1) * offsetY
  const lines: ChartLine[] = []
  for (const [position, points] of grown.entries()) {
    const isSilent = points.at(-1)?.[1] === 0
    if (points.length < 2 || isSilent) continue
    const places = points.map(([elapsedMs, chars]) => ({
      x: (elapsedMs / longestMs) * (width - gap),
      y: height - 1 - (chars / mostChars) * (height - 1 - topGap),
    }))
    const end = places.at(-1) ?? { x: 0, y: 0 }
    const besides = lines.filter((line) => areNear(line.end, end, offsetY * lines.length)).length
    const raised = places.map(({ x, y }) => ({ x, y: y - besides * offsetY }))
    lines.push({
      position,
      points: raised.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
      end: raised.at(-1) ?? end,
    })
  }
  return lines
}

/** One label for each end, or for several that are too close for separate ones. */
export function chartLabels(lines: readonly ChartLine[]): ChartLabel[] {
  const labels: ChartLabel[] = []
  for (const { position, end } of lines) {
    const near = labels.find(
      (label) => Math.abs(label.x - end.x) < nearX * 4 && Math.abs(label.y - end.y) < nearY,
    )
    if (near === undefined) labels.push({ positions: [position], ...end })
    else {
      near.positions.push(position)
      near.x = Math.max(near.x, end.x)
    }
  }
  return labels
}

function areNear(one: { x: number; y: number }, other: { x: number; y: number }, moreY: number): boolean {
  return Math.abs(one.x - other.x) < nearX && Math.abs(one.y - other.y) < nearX / 2 + moreY
}
