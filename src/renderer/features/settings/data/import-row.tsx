import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../../shared/invariant'
import type { ImportSkip, ImportSource } from '../../../../shared/store/store'
import { t } from '../../../language/t'
import type { ImportState } from '../../../state/transfer/imports'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { formatBytes } from '../../../language/format'
import { importSentences, skipLine, sourceNames } from './import-text'
import { OfferedSettings } from './offered-settings'
import { FileButton } from '../../../ui/fields/file-button'
import { ProgressBar } from '../../../ui/fields/progress-bar'
import { SettingRow } from '../../../ui/fields/setting-row'
import { classNames } from '../../../ui/class-names'
import { Row, Stack, Text } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './data.module.css'

type OtherApp = Exclude<ImportSource, 'parley'>

/** Imports a file of conversations from another app and shows the result. */
export function ImportRow() {
  const { imports } = useApp()
  const { state } = useStore(imports.store)
  const isBusy = state.phase === 'sending' || state.phase === 'reading'
  return (
    <>
      <SettingRow label={t('settings.import.title')} hint={t('settings.import.hint')}>
        <FileButton
          label={t('settings.import.file')}
          accept=".json,.zip,.html,application/json,application/zip,text/html"
          isDisabled={isBusy}
          onFile={(file) => void imports.start(file)}
        >
          {t('settings.import.chooseFile')}
        </FileButton>
      </SettingRow>
      <HowTo />
      <ImportStatus state={state} />
    </>
  )
}

const apps = Object.entries(sourceNames).flatMap(([app, name]) =>
  app === 'parley' ? [] : [{ app: app as OtherApp, name }],
)

/** How to get a file from each app whose chats can be imported. */
function HowTo() {
  return (
    <details className={styles.howTo}>
      <summary>{t('settings.import.howTo')}</summary>
      <dl>
        {apps.map(({ app, name }) => (
          <div key={app}>
            <dt>{name}</dt>
            <dd>{t(`settings.import.howToOf.${app}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function ImportStatus({ state }: { state: ImportState }) {
  const { imports } = useApp()
  const cancel = () => imports.cancel()
  switch (state.phase) {
    case 'idle':
      return null
    case 'sending':
      return (
        <ProgressBar
          label={t('settings.import.sending', { fileName: state.fileName })}
          detail={bytesOf(state.sentBytes, state.totalBytes)}
          share={shareOf(state.sentBytes, state.totalBytes)}
          onCancel={cancel}
        />
      )
    case 'reading': {
      const { readBytes, totalBytes, importedCount, skippedCount } = state.progress
      const skipped = skippedCount === 0 ? [] : [t('settings.import.skipped', { count: skippedCount })]
      const imported = t('common.chats', { count: importedCount })
      return (
        <ProgressBar
          label={t('settings.import.reading', { fileName: state.fileName })}
          detail={[imported, ...skipped, bytesOf(readBytes, totalBytes)].join(' · ')}
          share={shareOf(readBytes, totalBytes)}
          onCancel={cancel}
        />
      )
    }
    case 'ended':
      return <ImportEnd ended={state} />
    default:
      return assertNever(state)
  }
}

function ImportEnd({ ended }: { ended: Extract<ImportState, { phase: 'ended' }> }) {
  const app = useApp()
  const { summary, error } = ended
  const [what, ...rest] = importSentences(ended)
  const [first] = summary?.sessionIds ?? []
  const [comparison] = summary?.comparisonIds ?? []
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Stack
      pad={[3, 4]}
      tone="soft"
      ref={box}
      className={classNames(styles.result, ended.how === 'failed' && styles.resultFailed)}
      data-slot="data-result"
    >
      <div role={ended.how === 'failed' ? 'alert' : 'status'}>
        <Text as="p" tone="ink" weight="medium" className={styles.resultWhat}>
          {what}
        </Text>
        {error !== null && <p>{errorLine(error)}</p>}
        {rest.length > 0 && <p>{rest.join(' ')}</p>}
      </div>
      {summary !== null && <Skips title={t('settings.import.leftOut')} skips={summary.skipped} />}
      {summary !== null && <Skips title={t('settings.import.remarks')} skips={summary.remarks} />}
      {summary?.settings !== undefined && <OfferedSettings offered={summary.settings} />}
      <Row align="stretch" gap={1}>
        {first !== undefined && (
          <Button
            onClick={() => {
              app.dialogs.close('settings')
              app.go({ kind: 'chat', sessionId: first })
            }}
          >
            {summary?.importedCount === 1 ? t('settings.import.openIt') : t('settings.import.openFirst')}
          </Button>
        )}
        {first === undefined && comparison !== undefined && (
          <Button
            onClick={() => {
              app.dialogs.close('settings')
              app.go({ kind: 'compare', comparisonId: comparison })
            }}
          >
            {t('common.openComparison')}
          </Button>
        )}
        {(summary?.voteCount ?? 0) + (summary?.ownVoteCount ?? 0) > 0 && (
          <Button
            onClick={() => {
              app.dialogs.close('settings')
              app.go({ kind: 'ranking' })
            }}
          >
            {t('settings.import.openRanking')}
          </Button>
        )}
        {(summary?.setCount ?? 0) + (summary?.setRunCount ?? 0) > 0 && (
          <Button
            onClick={() => {
              app.dialogs.close('settings')
              app.go({ kind: 'sets', setId: null })
            }}
          >
            {t('settings.import.openSets')}
          </Button>
        )}
        <Button
          variant={first === undefined && comparison === undefined ? 'link' : 'quiet'}
          onClick={() => app.imports.forget()}
        >
          {t('common.hide')}
        </Button>
      </Row>
    </Stack>
  )
}

function Skips({ title, skips }: { title: string; skips: readonly ImportSkip[] }) {
  if (skips.length === 0) return null
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ul>
        {skips.map(skipLine).map(({ count, reason, examples }) => (
          <li key={reason}>
            <b>{count}</b> {reason}
            {examples !== '' && (
              <span className={settingRowStyles.settingHint} data-slot="setting-hint">
                {examples}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function bytesOf(doneBytes: number, totalBytes: number): string {
  return t('common.doneOfTotal', { done: formatBytes(doneBytes), total: formatBytes(totalBytes) })
}

function shareOf(done: number, total: number): number | null {
  return total === 0 ? null : Math.min(1, done / total)
}
