import { useStore } from 'zustand'
import { useId, useState } from 'react'

import type { SpendingMark } from '../../../shared/spending/spending'
import { formatCost, formatMoment } from '../../language/format'
import { t } from '../../language/t'
import { useApp, usePostponedConfirmation } from '../../state/app/use-app'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { BannerLine, BannerSection, DetailsButton, type BannerText } from './banner-line'
import { ProblemNotice } from './problem-notice'
import { Button, CloseButton } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { Row, Stack, Text } from '../../ui/layout/layout'
import { noticeText } from '../../../shared/store/notice-text'
import type { StoreNotice } from '../../../shared/store/store'
import type { ShownNotice } from '../../../shared/app/host-notice'
import { assertNever } from '../../../shared/invariant'
import { keyHost } from '../../keyboard/key-host'
import { writtenKeys } from '../../keyboard/keys'
import styles from './banner.module.css'

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
        <BannerSection label={t('common.confirmationTitle')}>
          <BannerLine what={t('common.confirmationTitle')} rest={t('common.confirmationText')}>
            <ConfirmationLink pageUrl={pageUrl} />
          </BannerLine>
        </BannerSection>
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
    <BannerSection label={t('notices.banner.notifications')} isQuiet>
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
              void settings.change({ notifyWhenDone: false })
            }}
          >
            {t('common.no')}
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
    </BannerSection>
  )
}

/** A warning or limit of spending that was reached, until it is dismissed. */
function SpendingNoticeLine({ mark }: { mark: SpendingMark }) {
  const { spendingNotice, dialogs } = useApp()
  const { kind, period, limitUsd, models = [] } = mark
  const named = models.length === 0 ? t('spending.notice.someModels') : models.join(', ')
  return (
    <BannerSection label={t('notices.banner.notice')}>
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
    </BannerSection>
  )
}

/** A store notice, shown until dismissed; `waitingCount` more follow. */
export function StoreNoticeLine({ notice, waitingCount }: { notice: StoreNotice; waitingCount: number }) {
  const { notices } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const { event } = notice
  // Notices stored by another version of Parley may have only an English text.
  const text = event === undefined ? notice : noticeText(event, { t, formatTime: formatMoment })
  const [first = '', ...more] = text.paragraphs
  return (
    <BannerSection label={t('notices.banner.notice')}>
      <BannerLine what={text.title} rest={first}>
        {waitingCount > 0 && (
          <Text tone="faint" tabular>
            {t('notices.banner.moreWaiting', { number: waitingCount })}
          </Text>
        )}
        {more.length > 0 && (
          <DetailsButton isOpen={isOpen} detailsId={detailsId} onToggle={() => setIsOpen(!isOpen)} />
        )}
        <CloseButton
          label={t('common.dismiss')}
          title={t('common.dismiss')}
          onClick={() => {
            // The banner disappears; focus the composer.
            focusComposer()
            void notices.dismiss(notice.id)
          }}
        />
      </BannerLine>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && (
          <Stack className={styles.paragraphs}>
            {more.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <Text as="p" tone="faint" tabular>
              {formatMoment(notice.at)}
            </Text>
          </Stack>
        )}
      </div>
    </BannerSection>
  )
}

/** A notice from the desktop app, shown until dismissed. */
export function HostNoticeLine({ notice }: { notice: ShownNotice }) {
  const { hostNotices, restart } = useApp()
  const dismiss = () => {
    // The banner disappears; focus the composer.
    focusComposer()
    void hostNotices.dismiss(notice.kind)
  }
  return (
    <BannerSection label={t('notices.banner.notice')} isQuiet>
      <BannerLine {...wordsOf(notice)}>
        {notice.kind === 'update-ready' ? (
          <>
            <Button variant="quiet" onClick={dismiss}>
              {t('notices.host.later')}
            </Button>
            <Button onClick={() => void restart.installUpdate()}>{t('notices.host.restart')}</Button>
          </>
        ) : (
          <CloseButton label={t('common.dismiss')} title={t('common.dismiss')} onClick={dismiss} />
        )}
      </BannerLine>
    </BannerSection>
  )
}

function wordsOf(notice: ShownNotice): BannerText {
  switch (notice.kind) {
    case 'update-ready':
      return {
        what: t('notices.host.updateReady', { version: notice.version }),
        rest: t('notices.host.updateReadyRest'),
      }
    case 'keys-locked':
      return { what: t('notices.host.keysLocked'), rest: t('notices.host.keysLockedRest') }
    case 'unsandboxed':
      return { what: t('notices.host.unsandboxed'), rest: t('notices.host.unsandboxedRest') }
    case 'quick-keys-taken':
      return {
        what: t('notices.host.quickKeysTaken', { keys: writtenKeys(notice.keys, keyHost) }),
        rest: t('notices.host.quickKeysTakenRest'),
      }
    default:
      return assertNever(notice)
  }
}
