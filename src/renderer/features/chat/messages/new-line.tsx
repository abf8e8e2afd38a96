import { useEffect, useEffectEvent, useRef } from 'react'

import { t } from '../../../language/t'
import styles from './lines.module.css'

/** In view for so long, what follows was read. */
const readMs = 4_000

/** Above the first message that came while the chat was not shown. It takes no room: nothing moves when it goes. */
export function NewLine({ onRead }: { onRead: () => void }) {
  const line = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    if (line.current === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(read, readMs)
      },
      { root: line.current.closest('[data-slot="follow-scroll"]') },
    )
    observer.observe(line.current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <div
      ref={line}
      className={styles.chatNew}
      data-slot="chat-new"
      role="separator"
      aria-label={t('chat.list.newMessages')}
    >
      <span aria-hidden="true">{t('chat.list.new')}</span>
    </div>
  )
}
