import type { ParseKeys } from 'i18next'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { StoredMerge } from '../../../../shared/merges/merges'
import type { Comparison } from '../../../../shared/sessions/sessions'
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
import { metricsCsv, metricsMarkdown } from './metrics-text'
import { useMetrics, type MetricsScope } from './use-metrics'
import { HiddenText, Row } from '../../../ui/layout/layout'
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
                <FigureRow
                  key={kind.id}
                  kind={kind}
                  panes={panes}
                  isMean={scope === 'all' && kind.id === 'ttftMs'}
                />
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

/** These have a row only where there is a value: the first word, for example, only where reasoning came before it. */
const optional: ReadonlySet<Metric['id']> = new Set(['firstTextMs', 'toolCalls', 'toolMs'])

function isShown({ id }: Metric, panes: readonly PaneColumn[]): boolean {
  return !optional.has(id) || panes.some(({ metrics }) => metrics[id] !== null)
}

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
  const best = bestOf(kind, panes)
  const parts = sharesOfMax(kind, panes)
  return (
    <tr>
      <th scope="row">{isMean ? t('compare.figures.meanTtft') : t(`compare.figure.${kind.id}`)}</th>
      {panes.map(({ key, color, metrics }, position) => {
        const part = parts[position] ?? null
        return (
          <td key={key} className={best.has(position) ? styles.figuresBest : undefined}>
            {metricText(kind, metrics)}
            {best.has(position) && kind.best !== null && (
              <HiddenText>, {t(`compare.best.${kind.best.word}`)}</HiddenText>
            )}
            {part !== null && kind.best !== null && (
              <span className={styles.figuresBar} style={{ width: `${part * 100}%`, background: color }} />
            )}
          </td>
        )
      })}
    </tr>
  )
}
