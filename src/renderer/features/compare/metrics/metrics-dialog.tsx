import type { ParseKeys } from 'i18next'
import { useEffect, useState, useMemo } from 'react'
import { useStore } from 'zustand'

import type { StoredMerge } from '../../../../shared/merges/merges'
import type { Comparison, Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import { BreakableName } from '../../../ui/text/breakable-name'
import { CopyButton } from '../../../ui/controls/copy-button'
import { Dialog } from '../../../ui/overlays/dialog'
import { canReplay } from '../replay/replay-dialog'
import { bestOf, allMetrics, sharesOfMax, type Metric, type PaneColumn, metricText } from './metrics-table'
import { HiddenText, Row } from '../../../ui/layout/layout'
import { csvLine } from '../../../language/csv-line'
import type { SessionId } from '../../../../shared/ids'
import type { Message } from '../../../../shared/sessions/messages'
import { type Conversation, lastAnswer } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { modelName } from '../../../state/models/models'
import { throttle } from '../../../browser/throttle'
import { paneLetter, paneName, paneVariants } from '../panes/identity/pane-name'
import { paneMetrics } from '../panes/pane-metrics'
import { type AnswerMetrics, metricsOf, summedMetrics } from './answer-metrics'
import compareStyles from '../compare.module.css'
import styles from './metrics.module.css'

interface FiguresDialogProps {
  store: ComparisonStore
  comparison: Comparison
  onReplay: () => void
  onClose: () => void
}

const noMerges: readonly StoredMerge[] = []

const scopes = [
  { scope: 'last', label: 'compare.figures.lastAnswers' },
  { scope: 'all', label: 'common.allAnswers' },
] as const satisfies readonly { scope: MetricsScope; label: ParseKeys }[]

/** The metrics of all panes and merges side by side: speed, length and cost. */
export function MetricsDialog({ store, comparison, onReplay, onClose }: FiguresDialogProps) {
  const [scope, setScope] = useState<MetricsScope>('last')
  const list = useApp().comparisons.mergesOf(store.comparisonId)
  const { merges } = useStore(list.store)
  const panes = useMetrics(store, comparison.panes, merges ?? noMerges, scope)
  useEffect(() => void list.load(), [list])
  return (
    <Dialog title={t('actions.titles.figures')} onClose={onClose}>
      <Row
        align="stretch"
        gap={1}
        grow={false}
        className={styles.figuresChoice}
        role="group"
        aria-label={t('compare.figures.whichAnswers')}
      >
        {scopes.map((choice) => (
          <Button
            key={choice.scope}
            variant="quiet"
            aria-pressed={choice.scope === scope}
            data-first-focus={choice.scope === scope ? '' : undefined}
            onClick={() => setScope(choice.scope)}
          >
            {t(choice.label)}
          </Button>
        ))}
      </Row>
      <div
        className={styles.figuresScroll}
        role="region"
        aria-label={t('compare.figures.table')}
        tabIndex={0}
      >
        <table className={styles.figures}>
          <thead>
            <tr>
              <td />
              {panes.map((pane) => (
                <th key={pane.key} scope="col">
                  <PaneName pane={pane} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {allMetrics
              .filter((kind) => isShown(kind, panes))
              .map((kind) => (
                <FigureRow key={kind.id} kind={kind} panes={panes} isMean={scope === 'all'} />
              ))}
            <tr>
              <th scope="row">{t(scope === 'last' ? 'common.status' : 'common.answers')}</th>
              {panes.map(({ key, metrics }) => (
                <td key={key} className={styles.figuresWords}>
                  {metrics.ended}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <Row as="footer" wrap grow={false} className={styles.figuresFoot}>
        <span>{t('compare.figures.bestIsBold')}</span>
        {canReplay(store, comparison.panes) && (
          <Button aria-haspopup="dialog" onClick={onReplay}>
            {t('compare.replay.open')}
          </Button>
        )}
        <CopyButton variant="plain" label={t('common.copyAsMarkdown')} text={() => metricsMarkdown(panes)}>
          {t('common.copyAsMarkdown')}
        </CopyButton>
        <CopyButton variant="plain" label={t('common.copyAsCsv')} text={() => metricsCsv(panes)}>
          {t('common.copyAsCsv')}
        </CopyButton>
      </Row>
    </Dialog>
  )
}

/** These have a row only where there is a value. */
const optional: ReadonlySet<Metric['id']> = new Set(['toolCalls', 'toolMs'])

/** The first word has a row only where something came before it. */
function isShown({ id }: Metric, panes: readonly PaneColumn[]): boolean {
  if (id === 'firstTextMs') return panes.some(({ metrics }) => metrics.firstTextMs !== metrics.ttftMs)
  return !optional.has(id) || panes.some(({ metrics }) => metrics[id] !== null)
}

/** Of several answers. Other metrics are sums. */
const meanNames: ReadonlyMap<Metric['id'], ParseKeys> = new Map([
  ['ttftMs', 'compare.figures.meanTtft'],
  ['firstTextMs', 'compare.figures.meanFirstText'],
])

function PaneName({ pane }: { pane: PaneColumn }) {
  return (
    <>
      <span
        className={classNames(compareStyles.paneTag, pane.letter.length > 1 && styles.wideTag)}
        data-slot="pane-tag"
        style={{ background: pane.color }}
      >
        {pane.letter}
      </span>
      <span className={styles.figuresName} title={pane.model}>
        <BreakableName name={pane.name} />
      </span>
      {pane.variant !== '' && (
        <span className={styles.figuresVariant} title={pane.variant}>
          {pane.variant}
        </span>
      )}
    </>
  )
}

function FigureRow({ kind, panes, isMean }: { kind: Metric; panes: readonly PaneColumn[]; isMean: boolean }) {
  const name = `compare.figure.${kind.id}` as const
  const best = bestOf(kind, panes)
  const parts = sharesOfMax(kind, panes)
  return (
    <tr>
      <th scope="row">{t(isMean ? (meanNames.get(kind.id) ?? name) : name)}</th>
      {panes.map(({ key, color, metrics }, position) => {
        const part = parts[position] ?? null
        return (
          <td key={key} className={best.has(position) ? styles.figuresBest : undefined}>
            {metricText(kind, metrics)}
            {best.has(position) && kind.best !== undefined && (
              <HiddenText>, {t(`compare.best.${kind.best.word}`)}</HiddenText>
            )}
            {part !== null && kind.hasBars === true && (
              <span className={styles.figuresBar} style={{ width: `${part * 100}%`, background: color }} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The table as GitHub Flavored Markdown: one row per pane, with formatted values. */
export function metricsMarkdown(panes: readonly PaneColumn[]): string {
  const heads = [
    t('compare.figures.pane'),
    t('common.model'),
    ...allMetrics.map(({ id }) => t(`compare.figure.${id}`)),
    t('common.status'),
  ]
  const rules = ['---', '---', ...allMetrics.map(() => '---:'), '---']
  const rows = panes.map(({ letter, name, variant, metrics }) => [
    letter,
    variant === '' ? name : `${name}, ${variant}`,
    ...allMetrics.map((metric) => metricText(metric, metrics)),
    metrics.ended,
  ])
  return [heads, rules, ...rows].map((cells) => `| ${cells.map(markdownCell).join(' | ')} |\n`).join('')
}

/** The table as CSV (RFC 4180): one row per pane, plain numbers with units in the header. */
export function metricsCsv(panes: readonly PaneColumn[]): string {
  const heads = [
    t('compare.figures.pane'),
    t('common.model'),
    t('actions.titles.settings'),
    ...allMetrics.map(({ id }) => t(`compare.figureInFile.${id}`)),
    t('common.status'),
  ]
  const rows = panes.map(({ letter, model, variant, metrics }) => [
    letter,
    model,
    variant,
    ...allMetrics.map(({ id }) => plainNumber(metrics[id])),
    metrics.ended,
  ])
  return [heads, ...rows].map(csvLine).join('')
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
}

/** Without rounding noise or exponents. */
function plainNumber(value: number | null): string {
  if (value === null) return ''
  return value.toFixed(6).replace(/\.?0+$/, '')
}

/** The last answer of each pane, or all answers of its path. */
type MetricsScope = 'last' | 'all'

const stepMs = 500

/** A pane or a merge: both have answers of their own. */
interface Answering {
  sessionId: SessionId
  conversation: ConversationStore
  column: Omit<PaneColumn, 'metrics'>
}

/** The current table, the merges after the panes, updated a few times a second. */
function useMetrics(
  store: ComparisonStore,
  panes: readonly Pane[],
  merges: readonly StoredMerge[],
  scope: MetricsScope,
): PaneColumn[] {
  const answering = useAnswering(store, panes, merges)
  const conversations = useSteadyConversations(answering)
  const older = useOlderMessages(answering, conversations, scope === 'all')
  return answering.map(({ column, sessionId }, index) => {
    const conversation = conversations[index]
    return {
      ...column,
      metrics:
        conversation === undefined || scope === 'last'
          ? latestMetrics(conversation)
          : summedMetrics(answersOf(conversation, older.get(sessionId) ?? [])),
    }
  })
}

/** As the pane itself shows them, also while it is answering. */
function latestMetrics(conversation: Conversation | undefined): AnswerMetrics {
  if (conversation === undefined) return metricsOf(undefined)
  const { tokensPerSecond } = paneMetrics(conversation)
  return { ...metricsOf(lastAnswer(conversation)), tokensPerSecond }
}

function useAnswering(
  store: ComparisonStore,
  panes: readonly Pane[],
  merges: readonly StoredMerge[],
): Answering[] {
  const app = useApp()
  const { models } = useStore(app.models.store)
  return useMemo(() => {
    const variants = paneVariants(panes)
    const list = app.comparisons.mergesOf(store.comparisonId)
    return [
      ...panes.map((pane, position) => ({
        sessionId: pane.sessionId,
        conversation: store.conversationOf(pane),
        column: {
          key: pane.paneId,
          ...paneLetter(pane),
          name: paneName(models, pane),
          model: pane.model,
          variant: variants[position] ?? '',
        },
      })),
      // Oldest first, with the numbers that they have in the list of merges.
      ...merges.toReversed().map((merge, index) => ({
        sessionId: merge.sessionId,
        conversation: list.conversationOf(merge),
        column: {
          key: merge.mergeId,
          letter: `M${index + 1}`,
          color: 'var(--ink-3)',
          name: modelName(models, merge.model),
          model: merge.model,
          variant: t('compare.figures.merge', { kind: t(`compare.merge.kinds.${merge.kind}`) }),
        },
      })),
    ]
  }, [app, store, panes, merges, models])
}

function useSteadyConversations(answering: readonly Answering[]): Conversation[] {
  const { environment } = useApp()
  const [conversations, setConversations] = useState(() => statesOf(answering))
  useEffect(() => {
    const shown = throttle(environment, stepMs, () => setConversations(statesOf(answering)))
    shown.runNow()
    const stops = answering.flatMap(({ conversation }) => [
      conversation.store.subscribe(shown.request),
      // A merge that is not open is not loaded.
      conversation.show(),
    ])
    return () => {
      shown.cancel()
      for (const stop of stops) stop()
    }
  }, [answering, environment])
  return conversations
}

function statesOf(answering: readonly Answering[]): Conversation[] {
  return answering.map(({ conversation }) => conversation.store.getState())
}

/** The whole path of panes that are only partly loaded; requested once. */
function useOlderMessages(
  answering: readonly Answering[],
  conversations: readonly Conversation[],
  isWanted: boolean,
): ReadonlyMap<SessionId, readonly Message[]> {
  const { api } = useApp().environment
  const [known, setKnown] = useState<ReadonlyMap<SessionId, readonly Message[]>>(new Map())
  const lacking = answering
    .filter(
      (_, position) =>
        conversations[position]?.hasMore === true || conversations[position]?.hasNewer === true,
    )
    .map(({ sessionId }) => sessionId)
    .filter((sessionId) => !known.has(sessionId))
  const wanted = isWanted ? lacking.join(' ') : ''
  useEffect(() => {
    if (wanted === '') return undefined
    let isOver = false
    const ask = async (sessionId: SessionId) => {
      try {
        const { messages } = await api.invoke('sessions.get', { sessionId })
        if (!isOver) setKnown((before) => new Map(before).set(sessionId, messages))
      } catch {
        // The sum then covers only what is loaded; the pane itself shows the error.
        if (!isOver) setKnown((before) => new Map(before).set(sessionId, []))
      }
    }
    for (const sessionId of wanted.split(' ')) void ask(sessionId as SessionId)
    return () => {
      isOver = true
    }
  }, [api, wanted])
  return known
}

/** Each answer once; loaded ones are newer. */
function answersOf({ messages, live }: Conversation, older: readonly Message[]): Message[] {
  const byId = new Map([...older, ...messages].map((message) => [message.id, message]))
  if (live !== null) byId.set(live.messageId, live.snapshot.message)
  return [...byId.values()].filter(({ role }) => role === 'assistant')
}
