import { useStore } from 'zustand'
import { useId, useState } from 'react'

import type { SpendingMark } from '../../../shared/spending/spending'
import { formatCost, formatMoment } from '../../language/format'
import { t, formatLocale } from '../../language/t'
import { useApp, usePostponedConfirmation } from '../../state/app/use-app'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { BannerLine, BannerSection, DetailsButton, type BannerText } from './banner-line'
import { Button, CloseButton } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { Row, Stack, Text } from '../../ui/layout/layout'
import { noticeText } from '../../../shared/store/notice-text'
import type { StoreNotice } from '../../../shared/store/store'
import type { ShownNotice } from '../../../shared/app/host-notice'
import { assertNever } from '../../../shared/invariant'
import { keyHost } from '../../keyboard/key-host'
import { writtenKeys } from '../../keyboard/keys'
import type { HealthProblem } from '../../../shared/app/health'
import { isErrorInWindow } from '../../state/notices/health-notice'
import { Problem } from '../../ui/text/problem'
import { RestartButton, restartConsequence } from '../error-card/error-card'
import { CopyButton } from '../../ui/controls/copy-button'
import styles from './banner.module.css'

/** Postponed confirmations, broken parts and unread notices. If nothing is wrong, it may offer notifications. */
export function NoticeLines() {
  const { health, notices: stored, hostNotices, doneNotifier, spendingNotice } = useApp()
  const { problems } = useStore(health.store)
  const { notices } = useStore(stored.store)
  const [fromHost] = useStore(hostNotices.store).notices
  const { shown: spendingMark } = useStore(spendingNotice.store)
  const { isOffered } = useStore(doneNotifier.store)
  const postponed = usePostponedConfirmation()
  const [notice] = notices
  return (
    <>
      {postponed !== null && (
        <BannerSection label={t('common.confirmationTitle')}>
          <BannerLine
            what={t('common.confirmationTitle')}
            rest={t(
              postponed.about === null
                ? 'common.confirmationText'
                : `notices.confirmation.${postponed.about}`,
            )}
          >
            <ConfirmationLink pageUrl={postponed.pageUrl} />
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
function StoreNoticeLine({ notice, waitingCount }: { notice: StoreNotice; waitingCount: number }) {
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
function HostNoticeLine({ notice }: { notice: ShownNotice }) {
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

/** Broken parts: the most severe problem on one line, all of them when expanded. */
function ProblemNotice({ problems }: { problems: readonly HealthProblem[] }) {
  const { environment, health, restart, sessionList } = useApp()
  const { error } = useStore(restart.store)
  const isAnswering = useStore(sessionList.store, ({ sessions, comparisons }) =>
    [...sessions, ...comparisons].some(({ running }) => running),
  )
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const [gravest] = problems
  if (gravest === undefined) return null
  const canRestart = canRestartFix(problems)
  return (
    <BannerSection label={t('notices.banner.problem')}>
      <BannerLine {...problemText(gravest)}>
        <DetailsButton isOpen={isOpen} detailsId={detailsId} onToggle={() => setIsOpen(!isOpen)} />
        {problems.every(isErrorInWindow) && (
          <Button onClick={() => environment.reloadPage()}>{t('common.reload')}</Button>
        )}
        {canRestart && <RestartButton />}
        <CloseButton
          label={t('common.hide')}
          title={t('notices.banner.hideHint')}
          onClick={() => {
            // The banner disappears; focus the composer.
            focusComposer()
            health.hide()
          }}
        />
      </BannerLine>
      <Problem className={styles.refusal} error={error} />
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && problems.map((problem, index) => <ProblemDetails key={index} problem={problem} />)}
      </div>
      {canRestart && (isOpen || isAnswering) && <p className={styles.note}>{restartConsequence()}</p>}
    </BannerSection>
  )
}

/** A problem's first error, when it began, and how many more followed. */
function ProblemDetails({ problem }: { problem: HealthProblem }) {
  const { error, sinceMs, followedCount, detail } = problem
  const { what, rest } = problemText(problem)
  const time = new Date(sinceMs).toLocaleTimeString(formatLocale(), { timeStyle: 'medium' })
  return (
    <div className={styles.details}>
      <pre>{error.name === 'Check' ? error.message : `${error.name}: ${error.message}`}</pre>
      <Row wrap className={styles.detailsFoot}>
        <span>
          {followedCount === 0
            ? t('notices.problem.since', { time })
            : t('notices.problem.sinceAndMore', { time, number: followedCount })}
        </span>
        <CopyButton
          text={() => {
            const since = t('notices.problem.since', { time: new Date(sinceMs).toISOString() })
            return `${what} ${rest}\n${since}\n\n${detail}`
          }}
          label={t('common.copyDetails')}
          variant="link"
        >
          {t('common.copyDetails')}
        </CopyButton>
      </Row>
    </div>
  )
}

/** A plain sentence about what is broken and what still works. */
export function problemText(problem: HealthProblem): BannerText {
  switch (problem.part) {
    case 'store':
      return storeText(problem)
    case 'runs':
      return { what: t('notices.problem.runs'), rest: t('notices.problem.runsRest') }
    case 'disk':
      return { what: t('notices.problem.disk'), rest: t('notices.problem.diskRest') }
    case 'window':
      return isErrorInWindow(problem)
        ? { what: t('notices.problem.inWindow'), rest: t('notices.problem.restWorks') }
        : { what: t('notices.problem.otherWindow'), rest: t('notices.problem.otherWindowRest') }
    case 'app':
      return { what: t('notices.problem.app'), rest: t('notices.problem.restWorks') }
    default:
      return assertNever(problem.part)
  }
}

/** True if a restart would fix a problem. With a full disk, Parley would not even start. */
export function canRestartFix(problems: readonly HealthProblem[]): boolean {
  if (problems.some(({ error }) => error.code === 'STORE_FULL')) return false
  return problems.some(({ part }) => part === 'runs' || part === 'app' || part === 'store')
}

function storeText({ error }: HealthProblem): BannerText {
  const rest = t('notices.problem.copyingWorks')
  if (error.code === 'STORE_DAMAGED') return { what: t('notices.problem.storeDamaged'), rest }
  if (error.code !== 'STORE_FULL') return { what: t('notices.problem.store'), rest }
  if (error.reason === 'busy') return { what: t('notices.problem.storeBusy'), rest }
  return error.reason === 'disk'
    ? { what: t('notices.problem.storeDisk'), rest }
    : { what: t('notices.problem.storeFull'), rest: t('notices.problem.storeFullRest') }
}
