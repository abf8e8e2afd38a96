import { useId, useState } from 'react'

import { isSubmitKey } from '../../../keyboard/send-key'
import { t } from '../../../language/t'
import { inCommon } from '../../../state/agents/agent-work'
import type { NewPane } from '../../../state/comparisons/new-panes'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { Dialog } from '../../../ui/overlays/dialog'
import { Row } from '../../../ui/layout/layout'
import styles from './set-up.module.css'

interface SharedPromptDialogProps {
  panes: readonly NewPane[]
  onChange: (panes: readonly NewPane[]) => void
  onClose: () => void
}

/** Gives all panes the same system prompt. */
export function SharedPromptDialog({ panes, onChange, onClose }: SharedPromptDialogProps) {
  const id = useId()
  const before = panes.map(({ systemPrompt }) => systemPrompt ?? '')
  const [text, setText] = useState(() => inCommon(before) ?? '')
  const doDiffer = new Set(before).size > 1
  const apply = () => {
    const systemPrompt = text.trim() === '' ? null : text
    onChange(panes.map((pane) => ({ ...pane, systemPrompt })))
    onClose()
  }
  return (
    <Dialog title={t('compare.sharedPrompt.title')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <label htmlFor={id}>{t('models.settings.systemPrompt')}</label>
        <textarea
          dir="auto"
          id={id}
          className={textFieldStyles.textField}
          data-slot="text-field"
          data-first-focus
          rows={8}
          maxLength={200_000}
          aria-describedby={`${id}-note`}
          placeholder={t('models.settings.promptHint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isSubmitKey(event.nativeEvent)) return
            event.preventDefault()
            apply()
          }}
        />
        <p id={`${id}-note`} className={styles.note}>
          {doDiffer ? t('compare.sharedPrompt.differ') : t('compare.sharedPrompt.empty')}
        </p>
        <Row align="stretch" justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('compare.sharedPrompt.apply', { count: panes.length })}
          </Button>
        </Row>
      </form>
    </Dialog>
  )
}
