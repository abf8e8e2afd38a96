import type { ShownNotice } from '../../../shared/app/host-notice'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button, CloseButton } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { keyHost } from '../../keyboard/key-host'
import { writtenKeys } from '../../keyboard/keys'
import { BannerLine, type BannerText } from './banner-line'
import { classNames } from '../../ui/class-names'
import { Hint } from '../../ui/layout/layout'
import styles from './banner.module.css'

/** A notice from the desktop app, shown until dismissed. */
export function HostNoticeLine({ notice }: { notice: ShownNotice }) {
  const { hostNotices, restart } = useApp()
  const dismiss = () => {
    // The banner disappears; focus the composer.
    focusComposer()
    void hostNotices.dismiss(notice.kind)
  }
  return (
    <Hint
      as="section"
      grow={false}
      tone="soft"
      line="below"
      className={classNames(styles.banner, styles.quiet)}
      aria-label={t('notices.banner.notice')}
    >
      <BannerLine {...wordsOf(notice)}>
        {notice.kind === 'update-ready' ? (
          <>
            <Button variant="quiet" onClick={dismiss}>
              {t('notices.host.later')}
            </Button>
            <Button onClick={() => void restart.installUpdate()}>{t('notices.host.restart')}</Button>
          </>
        ) : (
          <CloseButton label={t('common.dismiss')} title={t('notices.banner.isRead')} onClick={dismiss} />
        )}
      </BannerLine>
    </Hint>
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
