import { useEffect, useRef, useState } from 'react'

import type { ComparisonId, VoteId } from '../../../../shared/ids'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { useRankedVotes, type VoteFilters } from './use-ranked-votes'
import { VoteRow } from './vote-row'
import regionStyles from '../../../ui/overlays/dialog-regions.module.css'
import styles from './votes-view.module.css'

const pageSize = 50
/** The most that one request may ask for. */
const maxListed = 1_000

interface VotesViewProps {
  filters: VoteFilters
  /** Closes what is in front of the comparison that is opened. */
  onLeave: () => void
}

/** The votes that the ranking is based on, newest first: each can be changed, described and removed. */
export function VotesView({ filters, onLeave }: VotesViewProps) {
  const { go, votes } = useApp()
  const [limit, setLimit] = useState(pageSize)
  const [edited, setEdited] = useState<VoteId | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const { list, error } = useRankedVotes(filters, limit)
  useEffect(() => votes.dismissError(), [votes])
  const isGone = edited !== null && list !== null && !list.votes.some(({ id }) => id === edited)
  useEffect(() => {
    // The vote that had the focus was removed.
    if (isGone) region.current?.focus()
  }, [isGone])
  const open = (comparisonId: ComparisonId) => {
    onLeave()
    go({ kind: 'compare', comparisonId })
  }
  const shown = list?.votes ?? []
  return (
    <div
      ref={region}
      className={regionStyles.scroll}
      role="region"
      aria-label={t('ranking.votes')}
      tabIndex={0}
    >
      {error !== null && (
        <p className={styles.error} role="alert">
          {errorLine(error)}
        </p>
      )}
      {list !== null && (
        <p className={styles.count} role="status">
          {t('ranking.list.count', { count: list.total })}
        </p>
      )}
      <ol className={styles.list}>
        {shown.map((vote) => (
          <VoteRow
            key={vote.id}
            vote={vote}
            isEdited={vote.id === edited}
            onEdit={(isEdited) => setEdited(isEdited ? vote.id : null)}
            onOpen={open}
          />
        ))}
      </ol>
      {list !== null && list.total > shown.length && limit < maxListed && (
        <Button onClick={() => setLimit(limit + pageSize)}>{t('ranking.showMore')}</Button>
      )}
      {list !== null && list.total > maxListed && limit >= maxListed && (
        <p className={styles.count}>{t('ranking.list.onlyNewest', { count: maxListed })}</p>
      )}
    </div>
  )
}
