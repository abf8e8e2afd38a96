import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { deepEqual } from '../../../shared/deep-equal'
import { verdictSentences } from '../../../shared/which-model/verdict-text'
import {
  type WhichColumn,
  whichFigures,
  type WhichModel,
  type WhichScope,
  type WhichVerdict,
} from '../../../shared/which-model/which-model'
import { Problem } from '../../ui/text/problem'
import { saveFile } from '../../browser/save-file'
import { formats } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useAttempt } from '../../state/app/use-attempt'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { useInView } from '../../ui/viewport/use-in-view'
import { contestantNames } from '../model-settings/contestant-names'
import { EmptyPage, Page } from '../title-bar/page'
import { DialogBar, DialogBody, Hint, Text } from '../../ui/layout/layout'
import { type FigureColumn, FigureTable, type NamedRow, type OpenedFigure } from './figure-table'
import { figureName } from './figure-words'
import { pageOf } from './page-file'
import { PartsDialog } from './parts-dialog'
import { QualityChart } from './quality-chart'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import styles from './which-model.module.css'

/** Everything that Parley knows about models, with what to make of it. */
export function WhichModelPage() {
  const { votes, environment } = useApp()
  const [column, setColumn] = useState<WhichColumn | null>(null)
  const reloadOn = useStore(votes.store, (state) => state.version)
  const { data, answered, error, isCurrent } = useRequest('whichModel.get', scopeOf(column), { reloadOn })
  const result = useRef<HTMLDivElement>(null)
  const columns = data?.columns ?? []
  const isGone = column !== null && columns.every((each) => idOf(each) !== idOf(column))
  // Another window may have deleted the tag or set.
  if (isGone && isCurrent && error === null) setColumn(null)
  const [whole, setWhole] = useState<WhichModel | null>(null)
  const { refusal, isBusy, attempt } = useAttempt()
  const save = () =>
    attempt(async () => {
      const withColumns = await environment.api.invoke('whichModel.get', { withColumns: true })
      // What has not been scrolled to is in the file, too.
      flushSync(() => setWhole(withColumns))
      try {
        const name = t('actions.titles.whichModel')
        if (result.current !== null) saveFile('which-model.html', pageOf(name, result.current))
      } finally {
        setWhole(null)
      }
    })
  return (
    <Page
      name={t('actions.titles.whichModel')}
      controls={
        data !== null &&
        data.models.length > 0 && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => void save()}>
            {t('whichModel.save')}
          </Button>
        )
      }
    >
      {columns.length > 0 && (
        <DialogBar>
          <select
            className={textFieldStyles.textField}
            aria-label={t('whichModel.scope')}
            value={column === null ? '' : idOf(column)}
            onChange={({ target }) => setColumn(columns.find((each) => idOf(each) === target.value) ?? null)}
          >
            <option value="">{t('whichModel.everything')}</option>
            {(['tag', 'set'] as const).map((kind) => (
              <optgroup key={kind} label={t(kind === 'tag' ? 'whichModel.tags' : 'whichModel.sets')}>
                {columns
                  .filter((each) => each.kind === kind)
                  .map((each) => (
                    <option key={idOf(each)} value={idOf(each)}>
                      {titleOf(each)}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </DialogBar>
      )}
      <DialogBody
        isBelowBar={columns.length > 0}
        ref={result}
        role="region"
        aria-label={t('common.result')}
        tabIndex={0}
      >
        <Problem error={error ?? refusal} />
        {data !== null && <Result known={data} scope={(answered ?? {}) as WhichScope} whole={whole} />}
      </DialogBody>
    </Page>
  )
}

interface ResultProps {
  known: WhichModel
  scope: WhichScope
  /** While the page is saved: everything, by tag and set, too. */
  whole: WhichModel | null
}

function Result({ known, scope, whole }: ResultProps) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const [opened, setOpened] = useState<OpenedFigure | null>(null)
  const rows = useMemo((): NamedRow[] => {
    const names = contestantNames(models, known.models)
    return known.models.map((row, index) => ({
      ...row,
      number: index + 1,
      name: names[index] ?? row.key,
      contextTokens: models.find(({ id }) => id === row.key)?.facts?.contextTokens ?? null,
    }))
  }, [models, known])
  if (rows.length === 0) return <Empty />
  const { hidden, leftOut, isCut } = known
  const about = known.columns.find((column) => idOf(column) === idOf(scope))
  const figureColumns = whichFigures.map((id): FigureColumn => ({
    id,
    title: figureName(id),
    figures: [id],
    of: ({ figures }) => figures,
    scope,
  }))
  return (
    <>
      <div role="status" className={styles.verdicts}>
        <Verdict isMain verdict={known.verdict} about={about} rows={rows} />
        <ColumnVerdicts known={known} rows={rows} from={0} />
      </div>
      <Hint tone="soft">
        {t('whichModel.basis', {
          votes: t('whichModel.votesCount', { count: known.votes }),
          answers: t('whichModel.answers', { count: known.answers }),
        })}
        {hidden > 0 && ` ${t('whichModel.hidden', { count: hidden })}`}
        {leftOut > 0 && ` ${t('whichModel.leftOut', { count: leftOut })}`}
        {isCut && ` ${t('whichModel.cut')}`}
      </Hint>
      <FigureTable
        label={t('whichModel.figures')}
        rows={rows}
        columns={figureColumns}
        isWhole={whole !== null}
        onOpen={setOpened}
      />
      <QualityChart rows={rows} />
      {known.byColumn.length > 0 && (
        <ByColumn rows={rows} shown={known.byColumn.length} whole={whole} onOpen={setOpened} />
      )}
      <Hint tone="soft" className={styles.prose}>
        {t('whichModel.method')}
      </Hint>
      {opened !== null && <PartsDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

interface ByColumnProps extends Pick<ResultProps, 'whole'> {
  rows: readonly NamedRow[]
  /** How many verdicts are shown above. */
  shown: number
  onOpen: (opened: OpenedFigure) => void
}

/** The quality of each model by tag and set, and the other verdicts; loaded when it comes into view. */
function ByColumn({ rows, shown, whole, onOpen }: ByColumnProps) {
  const [place, isInView] = useInView<HTMLDivElement>(true)
  const reloadOn = useStore(useApp().votes.store, (state) => state.version)
  const { data, error } = useRequest('whichModel.get', isInView ? { withColumns: true } : null, { reloadOn })
  const known = data ?? whole
  const columns = (known?.columns ?? [])
    .slice(0, known?.byColumn.length)
    .map((column, index): FigureColumn => ({
      id: idOf(column),
      title: titleOf(column),
      figures: ['votes', 'checks'],
      of: ({ key }) => known?.byColumn[index]?.figures[key],
      scope: scopeOf(column),
    }))
  return (
    <div ref={place}>
      <h2 className={styles.heading}>{t('whichModel.byColumn')}</h2>
      <Problem error={error} />
      {known !== null && (
        <>
          <ColumnVerdicts known={known} rows={rows} from={shown} />
          <FigureTable
            label={t('whichModel.byColumn')}
            rows={rows}
            columns={columns}
            isWhole={whole !== null}
            onOpen={onOpen}
          />
        </>
      )}
    </div>
  )
}

interface VerdictProps {
  verdict: WhichVerdict
  /** Absent if everything counts. */
  about?: WhichColumn | undefined
  rows: readonly NamedRow[]
  isMain?: boolean
  /** The reasons are those of the main one. */
  isShort?: boolean
}

function Verdict({ verdict, about, rows, isMain = false, isShort = false }: VerdictProps) {
  const nameOf = (key: string) => rows.find((row) => row.key === key)?.name ?? key
  const scope = about === undefined ? null : titleOf(about)
  const [first, ...more] = verdictSentences(verdict, scope, { t, formats: formats(), nameOf })
  return (
    <p className={styles.prose}>
      <Text weight="strong" size={isMain ? 'l' : 'm'}>
        {first}
      </Text>{' '}
      {!isShort && more.join(' ')}
    </p>
  )
}

/** The verdicts by tag and set, from this column on, where there is anything to compare. */
function ColumnVerdicts({
  known,
  rows,
  from,
}: {
  known: WhichModel
  rows: readonly NamedRow[]
  from: number
}) {
  return known.byColumn.slice(from).map(({ verdict }, index) => {
    const about = known.columns[from + index]
    if (about === undefined || verdict.kind === 'nothing') return null
    const isShort = deepEqual(verdict, known.verdict)
    return <Verdict key={idOf(about)} verdict={verdict} about={about} rows={rows} isShort={isShort} />
  })
}

function Empty() {
  const { newCompare, go } = useApp()
  return (
    <EmptyPage title={t('whichModel.empty')} hint={t('whichModel.emptyHint')}>
      <Button onClick={newCompare}>{t('actions.titles.newCompare')}</Button>
      <Button onClick={() => go({ kind: 'sets', setId: null })}>{t('actions.titles.promptSets')}</Button>
    </EmptyPage>
  )
}

function scopeOf(column: WhichColumn | null): WhichScope {
  if (column === null) return {}
  return column.kind === 'tag' ? { tag: column.tag } : { setId: column.setId }
}

function titleOf(column: WhichColumn): string {
  return column.kind === 'tag' ? column.tag : column.name
}

/** Identifies a column, or the scope that it is. */
function idOf({ tag, setId }: { tag?: string; setId?: string }): string {
  return tag === undefined ? `set:${setId ?? ''}` : `tag:${tag}`
}
