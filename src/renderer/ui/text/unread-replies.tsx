import type { UnreadReply } from '../../../shared/differences/row-judgement'
import { t } from '../../language/t'
import { VisibleText } from '../controls/visible-text-view'
import { Hint } from '../layout/layout'
import styles from './unread-replies.module.css'

/** Replies of a judge without a verdict. */
export function UnreadReplies({ replies = [] }: { replies?: readonly UnreadReply[] | undefined }) {
  return replies.map(({ kind, text }, order) => (
    // oxlint-disable-next-line react/no-array-index-key -- one reply for each order
    <Hint as="span" tone="soft" key={order} className={styles.reply}>
      {t(`compare.differences.judge.unread.${kind}`)}
      {text !== '' && (
        <details>
          <summary>{t('compare.differences.judge.unread.open')}</summary>
          <span className={styles.text} dir="auto">
            <VisibleText text={text} />
          </span>
        </details>
      )}
    </Hint>
  ))
}
