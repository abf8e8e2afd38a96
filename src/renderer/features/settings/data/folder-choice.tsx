import { useState } from 'react'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { TextInput } from '../../../ui/fields/inputs'
import { Row } from '../../../ui/layout/layout'
import styles from './data.module.css'

/** A dialog of the system where there is one, otherwise the path as text. */
export function FolderChoice({ onChoose }: { onChoose: (path: string) => void }) {
  const { environment } = useApp()
  const [path, setPath] = useState<string | null>(null)
  const choose = async () => {
    const chosen = await environment.api.invoke('workspaces.choose', { use: 'export' }).catch(() => null)
    if (chosen?.path != null) onChoose(chosen.path)
    else if (chosen?.hasDialog !== true) setPath('')
  }
  if (path === null) return <Button onClick={() => void choose()}>{t('exports.folder.choose')}</Button>
  return (
    <Row
      as="form"
      align="stretch"
      className={styles.path}
      onSubmit={() => {
        if (path.trim() !== '') onChoose(path.trim())
      }}
    >
      <TextInput
        dir="ltr"
        aria-label={t('exports.folder.path')}
        placeholder={t('exports.folder.path')}
        // The button that was pressed is replaced by it.
        ref={(field) => field?.focus()}
        value={path}
        maxLength={4_096}
        spellCheck={false}
        onChange={(event) => setPath(event.target.value)}
      />
      <Button type="submit">{t('exports.folder.use')}</Button>
    </Row>
  )
}
