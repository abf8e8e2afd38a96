import { useStore } from 'zustand'

import type { SpendingMark } from '../../../shared/spending/spending'
import { formatCost } from '../../language/format'
import { t } from '../../language/t'
import { useApp, usePostponedConfirmation } from '../../state/app/use-app'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { BannerLine } from './banner-line'
import { HostNoticeLine } from './host-notice'
import { ProblemNotice } from './problem-notice'
import { StoreNoticeLine } from './store-notice'
import styles from './banner.module.css'
import { Button, CloseButton } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { classNames } from '../../ui/class-names'
import { Hint, Row } from '../../ui/layout/layout'

/** Postponed confirmations, broken parts and unread notices. If nothing is wrong, it may offer notifications. */
export function NoticeLines() {
  const { health, notices: stored, hostNotices, doneNotifier, spendingNotice } = useApp()
  const { problems } = useStore(health.store)
  const { notices } = useStore(stored.store)
  const [fromHost] = useStore(hostNotices.store).notices
  const { shown: spendingMark } = useStore(spendingNotice.store)
  const { isOffered } = useStore(doneNotifier.store)
  const pageUrl = usePostponedConfirmation()
  const [notice] = notices
  return (
    <>
      {pageUrl !== null && (
        <Hint
          as="section"
          grow={false}
          tone="soft"
          line="below"
          className={styles.banner}
          aria-label={t('common.confirmationTitle')}
        >
          <BannerLine what={t('common.confirmationTitle')} rest={t('common.confirmationText')}>
            <ConfirmationLink pageUrl={pageUrl} />
          </BannerLine>
        </Hint>
      )}
      {problems.length > 0 && <ProblemNotice problems={problems} />}
      {notice !== undefined && (
        <StoreNoticeLine key={notice.id} notice={notice} waitingCount={notices.length - 1} />
      )}
      {fromHost !== undefined && <HostNoticeLine key={fromHost.kind} notice={fromHost} />}
      {spendingMark !== null && <SpendingNoticeLine mark={spendingMark} />}
      {isOffered && problems.length === 0 && notice === undefined && <NotifyOffer />}
    </>
  )
}

/** After an answer ended unwatched: asks whether to notify the user next time. */
function NotifyOffer() {
  const { doneNotifier, settings } = useApp()
  return (
    <Hint
      as="section"
      grow={false}
      tone="soft"
      line="below"
      className={classNames(styles.banner, styles.quiet)}
      aria-label={t('notices.banner.notifications')}
    >
      <Row justify="end" wrap className={styles.line} data-slot="banner-line">
        <p className={styles.text} role="status">
          {t('notices.offer.question')}
        </p>
        <Row gap={1} grow={false}>
          <Button
            variant="quiet"
            onClick={() => {
              // The banner disappears; focus the composer.
              focusComposer()
              doneNotifier.dismissOffer()
              void settings.getState().change({ notifyWhenDone: false })
            }}
          >
            {t('notices.offer.no')}
          </Button>
          <Button
            onClick={() => {
              focusComposer()
              void doneNotifier.ask()
            }}
          >
            {t('notices.offer.yes')}
          </Button>
        </Row>
      </Row>
    </Hint>
  )
}

/** A warning or limit of spending that was reached, until it is dismissed. */
function SpendingNoticeLine({ mark }: { mark: SpendingMark }) {
  const { spendingNotice, dialogs } = useApp()
  const { kind, period, limitUsd, models = [] } = mark
  const named = models.length === 0 ? t('spending.notice.someModels') : models.join(', ')
  return (
    <Hint
      as="section"
      grow={false}
      tone="soft"
      line="below"
      className={styles.banner}
      aria-label={t('notices.banner.notice')}
    >
      <BannerLine
        what={t(`spending.notice.${kind}.${period}`, { limit: formatCost(limitUsd), models: named })}
        rest={t(`spending.notice.${kind}.rest`)}
      >
        <Button onClick={() => dialogs.open({ kind: 'spending' })}>{t('spending.open')}</Button>
        <CloseButton
          label={t('common.dismiss')}
          onClick={() => {
            // The banner disappears; focus the composer.
            focusComposer()
            spendingNotice.dismiss(mark)
          }}
        />
      </BannerLine>
    </Hint>
  )
}
