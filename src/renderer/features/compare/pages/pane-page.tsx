import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { PaneId } from '../../../../shared/ids'
import type { PageProblem, PageUse } from '../../../../shared/pages/frame-messages'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { PageView } from '../../../pages/page-view'
import { Hint, Row, Stack } from '../../../ui/layout/layout'
import { askToFix } from '../../pages/fix-request'
import { PageProblems } from '../../pages/page-problems'
import type { ComparePages } from './compare-pages'
import styles from './pages.module.css'

interface PanePageProps {
  pages: ComparePages
  paneId: PaneId
  /** Where what the user types for this pane alone is kept. */
  draft: string
  letter: string
  isAnswering: boolean
  /** The contestants are hidden: a page that appears before the others would tell them apart. */
  isHidden: boolean
}

/** The page of a pane's latest answer, over its messages. */
export function PanePage({ pages, paneId, draft, letter, isAnswering, isHidden }: PanePageProps) {
  const { answers, isShown, isReady, size, phases, missed } = useStore(pages.store)
  const [run, setRun] = useState(0)
  const [reported, setReported] = useState<{ page: unknown; problems: readonly PageProblem[] } | null>(null)
  const { answer, page = null } = answers.get(paneId) ?? {}
  const namesContestant = isHidden && answer?.namesContestant === true
  const phase = phases.get(paneId) ?? 'loading'
  const isWaiting = isHidden && !isReady
  const problems = reported?.page === page ? reported.problems : []
  const use = missed.get(paneId)
  const { drafts } = useApp()
  const place = useRef<HTMLDivElement>(null)
  // Only this model is asked, below its answer.
  const fix = () => {
    if (page === null) return
    askToFix(drafts, draft, page, { phase, problems })
    const pane = place.current?.closest('[data-slot="pane-slot"]')
    pages.flip()
    requestAnimationFrame(() => pane?.querySelector<HTMLElement>('[data-slot="composer-text"]')?.focus())
  }
  const hint = isAnswering
    ? t('compare.pages.answering')
    : page === null
      ? t('compare.pages.none')
      : isWaiting
        ? t('compare.pages.waiting')
        : null
  return (
    <Stack
      gap={0}
      ref={place}
      className={styles.panePage}
      data-slot="pane-page"
      data-shown={isShown}
      tabIndex={-1}
      role="group"
      aria-label={t('pages.panel.pageOf', { name: letter })}
    >
      {hint !== null && (
        <Hint tone="soft" pad={3} className={styles.pageHint}>
          {hint}
        </Hint>
      )}
      {page !== null && (
        <PageView
          page={page}
          label={t('pages.panel.pageOf', { name: letter })}
          size={size}
          run={run}
          isShown={isShown && !isWaiting}
          onState={(state) => {
            pages.setPhase(paneId, state.phase)
            setReported({ page, problems: state.problems })
          }}
          onFrame={(frame) => pages.setFrame(paneId, frame)}
        />
      )}
      {isShown && !isWaiting && (
        <PageProblems
          state={{ phase, problems }}
          onRunAgain={() => {
            pages.setPhase(paneId, 'loading')
            setRun(run + 1)
          }}
          onAskToFix={isHidden ? undefined : fix}
          isFolded
        />
      )}
      {isShown && (use !== undefined || namesContestant) && (
        <Row wrap grow={false} pad={[1, 2]} size="s" line="above" aria-live="polite">
          {namesContestant && (
            <Hint as="span" tone="soft" title={t('compare.blind.namesModelHint')}>
              {t('compare.blind.namesModel')}
            </Hint>
          )}
          {use !== undefined && (
            <Hint as="span" tone="warn">
              {missedText(isHidden ? { ...use, element: null } : use)}
            </Hint>
          )}
        </Row>
      )}
    </Stack>
  )
}

/** What could not be repeated. Names come from the page of another contestant. */
function missedText({ kind, value, element }: PageUse): string {
  const use = t(`compare.pages.uses.${kind}`, { key: value })
  const name = element?.name ?? ''
  return name === ''
    ? t('compare.pages.notRepeated', { use })
    : t('compare.pages.notRepeatedOn', { use, name })
}
