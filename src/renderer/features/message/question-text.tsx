import { useId, useState } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { classNames } from '../../ui/class-names'
import styles from './question-text.module.css'

/** Longer questions are collapsed, because readers want the answers. */
const most = { chars: 1_200, lines: 16 }

/** Whether a question is collapsed at first. */
export function isLongQuestion(text: string): boolean {
  return text.length > most.chars || text.split('\n', most.lines + 1).length > most.lines
}

/** The text of a question as it was typed; the end of a long one is shown on request. */
export function QuestionText({ text }: { text: string }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (!isLongQuestion(text)) return <div data-slot="user-words">{text}</div>
  return (
    <>
      <div
        id={id}
        className={classNames(!isOpen && styles.collapsed)}
        data-slot="user-words"
        // Anything that scrolls into the collapsed part, such as find in page, needs it to be visible.
        onScroll={isOpen ? undefined : ({ currentTarget }) => currentTarget.scrollTop > 0 && setIsOpen(true)}
      >
        {text}
      </div>
      <Button
        variant="quiet"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'messages.user.less' : 'messages.user.more')}
      </Button>
    </>
  )
}
