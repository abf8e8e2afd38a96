import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp, usePostponedConfirmation } from '../../state/app/use-app'
import { lazyComponent } from '../../ui/lazy-component'
import { BannerLine } from './banner-line'

/** Notices, loaded only when there is something to report. */
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
