import { useState, type SyntheticEvent } from 'react'

import { serverLimits } from '../../../../shared/tools/servers'
import { t } from '../../../language/t'
import type { Servers } from '../../../state/tools/servers'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './servers.module.css'

/** Adds the servers in a JSON text that the user pastes. */
export function PasteServers({ servers, onDone }: { servers: Servers; onDone: () => void }) {
  const [json, setJson] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const canAdd = json.trim() !== '' && !isAdding
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canAdd) return
    setIsAdding(true)
    const isDone = await servers.importJson(json)
    setIsAdding(false)
    if (isDone) onDone()
  }
  return (
    <form className={styles.form} aria-label={t('tools.add.paste')} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{t('tools.add.json')}</span>
        <textarea
          className={classNames(textFieldStyles.textField, styles.json)}
          data-slot="text-field"
          autoFocus
          rows={9}
          spellCheck={false}
          maxLength={serverLimits.importChars}
          placeholder={t('tools.add.jsonExample')}
          value={json}
          onChange={(event) => setJson(event.target.value)}
        />
      </label>
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('tools.add.jsonHint')}
      </p>
      <div className={styles.steps}>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" aria-disabled={!canAdd}>
          {t('common.add')}
        </Button>
      </div>
    </form>
  )
}
