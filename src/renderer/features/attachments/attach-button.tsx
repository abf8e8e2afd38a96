import { useRef } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import { Icon } from '../../ui/controls/icon'
import styles from './attachments.module.css'

/** Opens the file picker. */
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
          // Lets the user pick the same file again.
          event.target.value = ''
          focusComposerAround(event.target)
        }}
      />
    </>
  )
}
