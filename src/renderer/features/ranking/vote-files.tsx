import { useState } from 'react'

import { ParleyError } from '../../../shared/errors'
import { saveFile } from '../../browser/save-file'
import { readTextFile } from '../../browser/read-file'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useAttempt } from '../../state/app/use-attempt'
import { Button } from '../../ui/controls/button'
import { FileButton } from '../../ui/fields/file-button'
import type { RankingQuery } from './use-ranking'
import { Hint } from '../../ui/layout/layout'

/** Exports the ranking as one file and the votes as CSV, and imports those of a CSV file. */
export function VoteFiles({ query, hasVotes }: { query: RankingQuery; hasVotes: boolean }) {
  const { votes, exports } = useApp()
  const [said, setSaid] = useState<string | null>(null)
  const { refusal, attempt } = useAttempt()
  const run = (action: () => Promise<string | null>) => attempt(async () => setSaid(await action()))
  const exportAll = () =>
    run(async () => {
      saveFile('votes.csv', await votes.exportAll())
      return null
    })
  const exportPage = () =>
    run(async () => {
      await exports.startBundle({ format: 'bundle', ranking: query })
      const { state } = exports.store.getState()
      exports.forget()
      if (state.phase === 'failed') throw ParleyError.fromData(state.error)
      return state.phase === 'saved' ? t('settings.export.saved', { fileName: state.fileName }) : null
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
          <Button onClick={() => void exportPage()}>{t('settings.bundle.button')}</Button>
          <Button onClick={() => void exportAll()}>{t('ranking.exportVotes')}</Button>
        </>
      )}
      <FileButton
        label={t('ranking.importVotes')}
        accept=".csv,text/csv"
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
