import { useEffect } from 'react'

import { t } from '../../language/t'
import { focusComposer } from '../../keyboard/focus-targets'
import { isNewView, isTemporaryView, type View } from '../../state/navigation/navigation'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { insertQuote } from '../message/quoting/passage-markdown'
import { Hint, Row } from '../../ui/layout/layout'
import styles from './quick-bar.module.css'

/** More than this of the clipboard is cut off. */
const maxQuotedChars = 20_000

/** Controls of a quick window beside its chat: quoting the clipboard, and opening the chat in a main window. */
export function QuickBar({ view }: { view: View }) {
  const app = useApp()
  const isNew = isNewView(view)
  const isStored = !isNew && !isTemporaryView(view)
  // The window was hidden, not closed.
  useEffect(() => {
    const onFocus = () => focusComposer()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
  const quote = async () => {
    const text = (await app.readClipboard())?.trim() ?? ''
    if (text === '') return app.actions.refuse(t('actions.quick.emptyClipboard'))
    focusComposer()
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) return
    insertQuote(field, text.slice(0, maxQuotedChars))
    if (text.length > maxQuotedChars) app.actions.announce(t('actions.quick.cut'))
  }
  const openInMain = () => {
    app.openWindow(view)
    app.environment.closeWindow()
  }
  return (
    <Row
      wrap
      grow={false}
      pad={[2, 3]}
      line="below"
      className={styles.bar}
      role="toolbar"
      aria-label={t('common.quickWindow')}
    >
      <Button onClick={() => void quote()}>{t('actions.quick.quote')}</Button>
      {!isNew && <Button onClick={app.newChat}>{t('actions.titles.newChat')}</Button>}
      {isStored && <Button onClick={openInMain}>{t('actions.quick.openInMain')}</Button>}
      <Hint as="span" className={styles.hint}>
        {t('actions.quick.hides')}
      </Hint>
    </Row>
  )
}
