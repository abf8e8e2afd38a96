import { useRef } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import { Icon } from '../../ui/controls/icon'
import styles from './attachments.module.css'

/** Lets files be picked. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="quiet"
        className={styles.attachButton}
        data-slot="attach-button"
        aria-label={t('attachments.attach')}
        title={t('attachments.attachHint')}
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be picked again.
          event.target.value = ''
          focusComposerAround(event.target)
        }}
      />
    </>
  )
}
