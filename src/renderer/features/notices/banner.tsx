import { useStore } from 'zustand'
import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { useApp, usePostponedConfirmation } from '../../state/app/use-app'
import { lazyComponent } from '../../ui/lazy-component'
import { Button } from '../../ui/controls/button'
import { Row } from '../../ui/layout/layout'
import styles from './banner.module.css'

/** What is shown only when there is something to report. */
export const LazyNoticeLines = lazyComponent(() => import('./notice-lines'), 'NoticeLines')

/** The strip above the view for lost connections, restarts, and notices of all kinds. */
export function Banner() {
  const { windowLink, restart } = useApp()
  const { connection } = useStore(windowLink.store)
  const { isUnderWay } = useStore(restart.store)
  const hasNotices = useHasNotices()
  if (connection === 'lost') return <Reconnecting isRestart={isUnderWay} />
  if (isUnderWay) {
    return (
      <BannerLine what={t('notices.connection.restarting')} rest={t('notices.connection.restartingRest')} />
    )
  }
  return hasNotices ? <LazyNoticeLines /> : null
}

function useHasNotices(): boolean {
  const { health, notices, hostNotices, doneNotifier, spendingNotice } = useApp()
  const has = [
    useStore(health.store, ({ problems }) => problems.length > 0),
    useStore(notices.store, (state) => state.notices.length > 0),
    useStore(hostNotices.store, (state) => state.notices.length > 0),
    useStore(spendingNotice.store, ({ shown }) => shown !== null),
    useStore(doneNotifier.store, ({ isOffered }) => isOffered),
    usePostponedConfirmation() !== null,
  ]
  return has.includes(true)
}

function Reconnecting({ isRestart }: { isRestart: boolean }) {
  return (
    <BannerLine
      what={t('notices.connection.reconnecting')}
      rest={t(isRestart ? 'notices.connection.startedAnew' : 'notices.connection.unreachable')}
    />
  )
}

/** What is wrong or has happened, and details about it. */
export interface BannerText {
  what: string
  rest: string
}

/** A one-line notice: the problem, its consequences, and actions at the end. */
export function BannerLine({ what, rest, children }: BannerText & { children?: ReactNode }) {
  return (
    <Row justify="end" wrap className={styles.line} data-slot="banner-line">
      <p className={styles.text} role="status">
        <b>{what}</b> {rest}
      </p>
      {children !== undefined && (
        <Row gap={1} grow={false}>
          {children}
        </Row>
      )}
    </Row>
  )
}

interface DetailsButtonProps {
  isOpen: boolean
  /** The id of what it shows and hides. */
  detailsId: string
  onToggle: () => void
}

/** Shows what a notice has no room for on its line. */
export function DetailsButton({ isOpen, detailsId, onToggle }: DetailsButtonProps) {
  return (
    <Button variant="quiet" aria-expanded={isOpen} aria-controls={detailsId} onClick={onToggle}>
      {t('notices.banner.details')}
    </Button>
  )
}
