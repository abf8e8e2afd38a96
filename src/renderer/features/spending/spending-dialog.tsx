import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'

import {
  type SpendingGroup,
  type SpendingReport,
  maxLimitUsd,
  type SpendingLimits,
  type SpendingRow,
} from '../../../shared/spending/spending'
import { saveFile } from '../../browser/save-file'
import { Problem } from '../../ui/text/problem'
import { t, formatLocale } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { Dialog } from '../../ui/overlays/dialog'
import {
  type DayRange,
  type Period,
  periods,
  daysOfPeriod,
  barsOf,
  type Grouping,
  groupings,
  rowsBy,
  spendingCsv,
  type Bar,
} from './spending-rows'
import { totalText, costText, rowName, dateName } from './spending-words'
import { DialogBar, DialogBody, Hint, Row, Stack } from '../../ui/layout/layout'
import { typedNumber, formatCount } from '../../language/format'
import { classNames } from '../../ui/class-names'
import { SettingRow } from '../../ui/fields/setting-row'
import { TextInput } from '../../ui/fields/inputs'
import { Select } from '../../ui/fields/select'
import styles from './spending.module.css'
import settingRowStyles from '../../ui/fields/setting-row.module.css'
import { DataTable } from '../../ui/lists/data-table'

/** The cost of requests to models, and its limits. */
export function SpendingDialog({ onClose }: { onClose: () => void }) {
  const { environment } = useApp()
  const limits = useRef<HTMLDivElement>(null)
  const [openedAt] = useState(() => environment.now())
  const [period, setPeriod] = useState<Period>('month')
  const [grouping, setGrouping] = useState<Grouping>('day')
  const by = grouping === 'month' ? 'day' : grouping
  const { loaded, error } = useReport(daysOfPeriod(period, openedAt), by)
  // Until the rows of the new grouping have loaded, the table keeps the old ones.
  const shownGrouping = loaded === null || loaded.by === by ? grouping : loaded.by
  const rows = loaded === null ? [] : rowsBy(shownGrouping, loaded.report)
  const csv = () => spendingCsv(shownGrouping, rows)
  return (
    <Dialog title={t('actions.titles.spending')} width="large" onClose={onClose}>
      <DialogBar>
        <Select
          aria-label={t('common.period')}
          data-first-focus=""
          value={period}
          options={periods.map((id) => [id, t(`spending.periods.${id}`)])}
          onChange={setPeriod}
        />
        <Select
          aria-label={t('spending.grouping')}
          value={grouping}
          options={groupings.map((id) => [id, t(`spending.by.${id}`)])}
          onChange={setGrouping}
        />
        <Button variant="quiet" onClick={() => limits.current?.querySelector('input')?.focus()}>
          {t('spending.toLimits')}
        </Button>
      </DialogBar>
      <DialogBody isBelowBar role="region" aria-label={t('spending.result')} tabIndex={0}>
        <Problem error={error} />
        {loaded !== null && <Result loaded={loaded} grouping={shownGrouping} rows={rows} />}
        <div ref={limits}>
          <LimitFields />
        </div>
      </DialogBody>
      {rows.length > 0 && (
        <DialogBar as="footer">
          <CopyButton variant="plain" label={t('common.copyAsCsv')} text={csv}>
            {t('common.copyAsCsv')}
          </CopyButton>
          <Button onClick={() => saveFile('spending.csv', csv())}>{t('spending.saveCsv')}</Button>
        </DialogBar>
      )}
    </Dialog>
  )
}

function Result({
  loaded: { report, range },
  grouping,
  rows,
}: {
  loaded: LoadedReport
  grouping: Grouping
  rows: ReturnType<typeof rowsBy>
}) {
  const { total, hiddenCount, leftOutCount } = report
  return (
    <>
      <p className={styles.sum} role="status">
        {totalText(total)}
      </p>
      <Hint tone="soft" className={styles.basis}>
        {t('common.requestCount', { count: total.count })}
        {total.unknownCount > 0 && ` ${unknownText(total)}`}
        {hiddenCount > 0 && ` ${t('spending.hidden', { count: hiddenCount })}`}
        {leftOutCount > 0 && ` ${t('spending.leftOut', { count: leftOutCount })}`}
      </Hint>
      {rows.length > 0 && (
        <>
          {(grouping === 'day' || grouping === 'month') && (
            <SpendingChart bars={barsOf(grouping, rows, range)} />
          )}
          <SpendingTable grouping={grouping} rows={rows} />
        </>
      )}
    </>
  )
}

function unknownText({ count, costUsd, unknownCount }: SpendingReport['total']): string {
  if (unknownCount < count) return t('spending.withUnknown', { count: unknownCount })
  return (costUsd ?? 0) > 0 ? t('spending.knownInPart') : t('common.costIsUnknown')
}

/** A report with what it was asked for. */
interface LoadedReport {
  range: DayRange
  by: SpendingGroup
  report: SpendingReport
}

/** The spending of these days. Each saved answer changes a chat or comparison, which reloads the report. */
function useReport(range: DayRange, by: SpendingGroup) {
  const sessions = useStore(useApp().sessionList.store)
  const {
    data: report,
    answered,
    error,
  } = useRequest('usage.report', { ...range, by }, { reloadOn: sessions })
  const loaded: LoadedReport | null =
    report === null || answered === null ? null : { range: answered as DayRange, by: answered.by, report }
  return { loaded, error }
}

const limitRows = [
  { period: 'day', warning: 'dayWarningUsd', limit: 'dayLimitUsd' },
  { period: 'month', warning: 'monthWarningUsd', limit: 'monthLimitUsd' },
] as const

/** Limits per day and per month at which Parley warns or stops. */
export function LimitFields() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  const field = (name: keyof SpendingLimits, words: string, label: string) => (
    <Row as="label" gap={1.5} tone="soft" size="s">
      <span aria-hidden="true">{words}</span>
      <DollarField
        label={label}
        value={settings[name]}
        onChange={(usd) => void app.settings.change({ [name]: usd })}
      />
    </Row>
  )
  return (
    <section aria-labelledby="spending-limits">
      <h3 id="spending-limits" className={styles.heading}>
        {t('spending.limits.title')}
      </h3>
      {limitRows.map(({ period, warning, limit }) => (
        <SettingRow
          key={period}
          label={t(`spending.limits.${period}.label`)}
          hint={t(`spending.limits.${period}.hint`)}
        >
          {field(warning, t('spending.limits.warnAt'), t(`spending.limits.${period}.warnAt`))}
          {field(limit, t('spending.limits.stopAt'), t(`spending.limits.${period}.stopAt`))}
        </SettingRow>
      ))}
      <Hint tone="soft" className={styles.basis}>
        {t('spending.limits.basis')}
      </Hint>
    </section>
  )
}

/** A sum in US dollars, or none; applied when the field loses focus or its dialog closes. */
function DollarField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null
  onChange: (value: number | null) => void
}) {
  const [text, setText] = useState<string | null>(null)
  const keep = () => {
    if (text === null) return
    setText(null)
    const usd = text.trim() === '' ? null : typedNumber(text.replace(/[$\s]/g, ''))
    if (usd !== null && !(usd >= 0)) return
    const kept = usd === null ? null : Math.min(maxLimitUsd, Math.round(usd * 100) / 100)
    if (kept !== value) onChange(kept)
  }
  const keepAtLast = useEffectEvent(keep)
  useEffect(() => () => keepAtLast(), [])
  return (
    <TextInput
      dir="ltr"
      className={settingRowStyles.numberField}
      inputMode="decimal"
      aria-label={label}
      placeholder={t('spending.limits.none')}
      value={text ?? value?.toLocaleString(formatLocale(), { useGrouping: false }) ?? ''}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}

/** Further rows are only in the CSV file. */
const shownRows = 200

/** The rows of a report. The chart shows days and months; other rows have a bar each. */
function SpendingTable({ grouping, rows }: { grouping: Grouping; rows: readonly SpendingRow[] }) {
  const { models } = useStore(useApp().models.store)
  const isInTime = grouping === 'day' || grouping === 'month'
  const most = Math.max(...rows.map(({ costUsd }) => costUsd ?? 0))
  const hasUnknown = rows.some(({ unknownCount }) => unknownCount > 0)
  const nameOf = (id: string) => {
    const known = models.find((model) => (grouping === 'model' ? model.id : model.providerId) === id)
    if (known === undefined) return id
    // The same model may have another price elsewhere.
    return grouping === 'model' ? `${known.name} · ${known.providerName}` : known.providerName
  }
  const shown = (isInTime ? rows.toReversed() : rows).slice(0, shownRows)
  return (
    <>
      <DataTable
        heads={[
          t(`spending.groups.${grouping}`),
          { number: t('common.cost') },
          { number: t('common.requests') },
          ...(hasUnknown ? [{ number: t('spending.ofUnknownCost') }] : []),
          { number: t('common.inputTokens') },
          { number: t('common.outputTokens') },
        ]}
        rows={shown.map((row) => ({
          key: row.key ?? '',
          title: row.key ?? undefined,
          cells: [
            <Fragment key="name">
              {rowName(grouping, row, nameOf)}
              {!isInTime && most > 0 && (
                <span className={styles.share} aria-hidden="true">
                  <span style={{ width: `${(100 * (row.costUsd ?? 0)) / most}%` }} />
                </span>
              )}
            </Fragment>,
            costText(row),
            formatCount(row.count),
            ...(hasUnknown ? [row.unknownCount === 0 ? '–' : formatCount(row.unknownCount)] : []),
            formatCount(row.inputTokens),
            formatCount(row.outputTokens),
          ],
        }))}
      />
      {rows.length > shownRows && (
        <Hint tone="soft" className={styles.basis}>
          {t('spending.moreRows', { count: rows.length - shownRows })}
        </Hint>
      )}
    </>
  )
}

/** The known cost of each day or month. The table contains the same numbers. */
function SpendingChart({ bars }: { bars: readonly Bar[] }) {
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
