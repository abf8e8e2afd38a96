import { useState } from 'react'

import { errorLine } from '../../errors/error-text'
import { saveFile } from '../../browser/save-file'
import type { VotesImported } from '../../../shared/votes/votes'
import { readRecords } from '../../browser/read-file'
import { csvLine } from '../../language/csv-line'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useAttempt } from '../../state/app/use-attempt'
import { useCopying } from '../../ui/controls/copy-button'
import type { MenuItem } from '../../ui/overlays/menu'
import type { RankingQuery, RankingReport } from './use-ranking'

/** Exports of the ranking and of the votes, and the import of votes from a file. `said` is how the last one ended. */
export function useRankingFiles(query: RankingQuery) {
  const { votes, exports } = useApp()
  const [report, setReport] = useState<string | null>(null)
  const { words, copy } = useCopying()
  const { refusal, isBusy, attempt } = useAttempt()
  const run = (action: () => Promise<string | null>) =>
    void attempt(async () => {
      setReport(null)
      setReport(await action())
    })
  const exportVotes = async () => {
    saveFile('votes.csv', await votes.exportAll())
    return null
  }
  const exportPage = async () => {
    await exports.startBundle({ format: 'bundle', ranking: query })
    const fileName = exports.take()
    return fileName === null ? null : t('settings.export.saved', { fileName })
  }
  const importVotes = async (file: File) => {
    let [imported, duplicates, skipped] = [0, 0, 0]
    let first: VotesImported['problems'][number] | undefined
    let source: string | undefined
    for await (const csv of readRecords(file)) {
      const piece = await votes.importFrom(csv, file.name)
      const [problem] = piece.problems
      if (problem !== undefined) first ??= { ...problem, row: problem.row + imported + duplicates + skipped }
      imported += piece.imported
      duplicates += piece.duplicates
      skipped += piece.skipped
      source = piece.source
    }
    return [
      t('ranking.imported', { count: imported }),
      duplicates > 0 ? t('ranking.duplicates', { count: duplicates }) : '',
      skipped > 0 ? t('common.rowsSkipped', { count: skipped }) : '',
      first === undefined
        ? ''
        : t('ranking.problem', { row: first.row, why: t(`ranking.problems.${first.reason}`) }),
      source === undefined ? '' : t('ranking.battles', { name: source }),
    ]
      .filter((part) => part !== '')
      .join(' ')
  }
  return {
    isBusy,
    said: refusal === null ? (words ?? report) : errorLine(refusal),
    importVotes: (file: File) => run(() => importVotes(file)),
    exportsOf: (ranking: RankingReport): MenuItem[] => [
      { label: t('settings.bundle.button'), onChoose: () => run(exportPage) },
      { label: t('common.copyAsCsv'), onChoose: () => copy(rankingCsv(ranking)) },
      { label: t('ranking.saveJson'), onChoose: () => saveFile('ranking.json', rankingJson(ranking)) },
      { label: t('ranking.exportVotes'), onChoose: () => run(exportVotes) },
    ],
  }
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
