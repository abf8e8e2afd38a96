import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { ComparisonId } from '../../../shared/ids'
import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { ErrorCard } from '../error-card/error-card'
import { NewCompare } from './new-compare'
import { OpenCompare } from './open-compare'
import styles from './compare.module.css'

/** A comparison, or the start of a new one. */
export function ComparePage({ comparisonId }: { comparisonId: ComparisonId | null }) {
  const { comparisons } = useApp()
  if (comparisonId === null) return <NewCompare />
  return <LoadedCompare store={comparisons.of(comparisonId)} />
}

function LoadedCompare({ store }: { store: ComparisonStore }) {
  const app = useApp()
  const { comparison, phase, error } = useStore(store.store)
  useEffect(() => {
    void store.load()
  }, [store])
  if (comparison !== null) return <OpenCompare store={store} comparison={comparison} />
  if (phase !== 'failed' || error === null) return null
  return (
    <div className={styles.failed}>
      <ErrorCard error={error}>
        {/* Without a retry button for broken parts: the comparison loads automatically once they recover. */}
        {error.code !== 'DEGRADED' && (
          <Button variant="link" onClick={() => void store.load()}>
            {t('common.tryAgain')}
          </Button>
        )}
        <Button variant="link" onClick={app.newCompare}>
          {t('actions.titles.newCompare')}
        </Button>
      </ErrorCard>
    </div>
  )
}
