import { useRef, useState, type SyntheticEvent } from 'react'

import type { ProjectId } from '../../../shared/ids'
import { knowledgeLimits } from '../../../shared/knowledge/knowledge'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Row } from '../../ui/layout/layout'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import styles from './knowledge.module.css'

/** The buttons that add files and folders, and that look for changes in them. */
export function AddSources({ projectId, hasSources }: { projectId: ProjectId; hasSources: boolean }) {
  const { knowledge } = useApp()
  const input = useRef<HTMLInputElement>(null)
  const folderButton = useRef<HTMLButtonElement>(null)
  const [isPathShown, setIsPathShown] = useState(false)
  const addFolder = async () => {
    if (!(await knowledge.chooseFolder(projectId))) setIsPathShown(true)
  }
  if (isPathShown) {
    return (
      <FolderPath
        onAdd={(path) => knowledge.addFolder(projectId, path)}
        onClose={() => {
          setIsPathShown(false)
          // It is there again with the next frame.
          requestAnimationFrame(() => folderButton.current?.focus())
        }}
      />
    )
  }
  return (
    <Row className={styles.buttons}>
      <Button
        variant="primary"
        data-slot="add-files"
        data-first-focus=""
        onClick={() => input.current?.click()}
      >
        {t('knowledge.addFiles')}
      </Button>
      <Button ref={folderButton} onClick={() => void addFolder()}>
        {t('knowledge.addFolder')}
      </Button>
      <span className={styles.space} />
      {hasSources && (
        <Button variant="quiet" onClick={() => void knowledge.refresh(projectId)}>
          {t('knowledge.refresh')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          void knowledge.addFiles(projectId, [...(target.files ?? [])])
          // Lets the user pick the same file again.
          target.value = ''
        }}
      />
    </Row>
  )
}

/** A path, where the host has no dialog to choose a folder. The user confirms it outside the window. */
function FolderPath({ onAdd, onClose }: { onAdd: (path: string) => Promise<boolean>; onClose: () => void }) {
  const [path, setPath] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const canAdd = path.trim() !== '' && !isAsking
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canAdd) return
    setIsAsking(true)
    const isAdded = await onAdd(path.trim())
    setIsAsking(false)
    if (isAdded) onClose()
  }
  return (
    <Row as="form" className={styles.buttons} onSubmit={(event) => void submit(event)}>
      <input
        dir="ltr"
        className={textFieldStyles.textField}
        data-slot="text-field"
        aria-label={t('knowledge.folderPath')}
        placeholder={t('knowledge.folderPath')}
        // The button that was pressed is replaced by it.
        ref={(field) => field?.focus()}
        value={path}
        maxLength={knowledgeLimits.pathChars}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setPath(target.value)}
      />
      <Button type="submit" variant="primary" aria-disabled={!canAdd}>
        {t('common.add')}
      </Button>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
    </Row>
  )
}
