import { t } from '../../language/t'
import { classNames } from '../../ui/class-names'
import type { Bar } from './spending-rows'
import { costText, dateName } from './spending-words'
import { Row, Stack } from '../../ui/layout/layout'
import styles from './spending.module.css'

/** The known cost of each day or month. The table contains the same numbers. */
export function SpendingChart({ bars }: { bars: readonly Bar[] }) {
  const highest = bars.reduce<Bar | null>(
    (max, bar) => ((bar.costUsd ?? 0) > (max?.costUsd ?? 0) ? bar : max),
    null,
  )
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return null
  const hasUnknown = bars.some((bar) => bar.unknownCount > 0)
  return (
    <figure className={styles.chart}>
      <Row
        align="stretch"
        className={styles.bars}
        role="img"
        aria-label={
          highest === null
            ? t('spending.chartOfNothing')
            : t('spending.chart', { cost: costText(highest), date: dateName(highest.key) })
        }
      >
        {bars.map((bar) => (
          <Stack
            as="span"
            gap={0}
            align="center"
            justify="end"
            key={bar.key}
            className={styles.slot}
            title={`${dateName(bar.key)}: ${costText(bar)}`}
          >
            {bar.unknownCount > 0 && <span className={styles.openMark} />}
            <span
              className={classNames(styles.bar, (bar.costUsd ?? 0) > 0 && styles.someBar)}
              style={{ height: `${(100 * (bar.costUsd ?? 0)) / (highest?.costUsd ?? 1)}%` }}
            />
          </Stack>
        ))}
      </Row>
      <Row
        as="figcaption"
        align="stretch"
        justify="between"
        tone="soft"
        size="xs"
        className={styles.chartFoot}
      >
        <span>{dateName(first.key)}</span>
        {hasUnknown && (
          <span>
            <span className={styles.openMark} aria-hidden="true" /> {t('spending.openMark')}
          </span>
        )}
        <span>{last.key === first.key ? '' : dateName(last.key)}</span>
      </Row>
    </figure>
  )
}
