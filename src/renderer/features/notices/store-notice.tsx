import { useId, useState } from 'react'

import { noticeText } from '../../../shared/store/notice-text'
import type { StoreNotice } from '../../../shared/store/store'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { CloseButton } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { formatMoment } from '../../language/format'
import { BannerLine, DetailsButton } from './banner-line'
import { Hint, Stack, Text } from '../../ui/layout/layout'
import styles from './banner.module.css'

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
    <Hint
      as="section"
      grow={false}
      tone="soft"
      line="below"
      className={styles.banner}
      aria-label={t('notices.banner.notice')}
    >
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
          title={t('notices.banner.isRead')}
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
    </Hint>
  )
}
