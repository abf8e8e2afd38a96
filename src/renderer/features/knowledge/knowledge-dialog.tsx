import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import type { Project } from '../../../shared/projects/projects'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { UndoBar } from '../../ui/controls/undo-bar'
import { ProgressBar } from '../../ui/fields/progress-bar'
import { useFileDrop } from '../../ui/fields/use-file-drop'
import { Dialog } from '../../ui/overlays/dialog'
import { AddSources } from './add-sources'
import { includedWords, sourceName } from './knowledge-words'
import { SourceRow } from './source-row'
import { Hint, PlainList, Stack } from '../../ui/layout/layout'
import styles from './knowledge.module.css'

/** The files and folders of a project: lists, adds, removes and checks them. */
export function KnowledgeDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { knowledge } = useApp()
  const known = useStore(knowledge.store, ({ byProject }) => byProject.get(project.id))
  const { error, removed, adding, refused } = useStore(knowledge.store)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    void knowledge.load(project.id)
    return () => {
      knowledge.forgetRemoved()
      knowledge.dismissErrors()
    }
  }, [knowledge, project.id])
  const { isOver, handlers } = useFileDrop((files, folders) => {
    void knowledge.addFiles(project.id, files, folders)
  })
  const { sources = [], progress = null, failure = null } = known ?? {}
  const included = known === undefined ? null : includedWords(known)
  return (
    <Dialog
      title={t('knowledge.title', { project: project.name })}
      width="large"
      isFullHeight
      onClose={onClose}
    >
      <div className={classNames(styles.body, isOver && styles.over)} {...handlers}>
        <Hint tone="soft" className={styles.about}>
          {t('knowledge.about')}
        </Hint>
        {known !== undefined && sources.length === 0 && (
          <Hint className={styles.empty}>{t('knowledge.empty')}</Hint>
        )}
        <PlainList ref={list} className={styles.list} aria-label={t('knowledge.list')}>
          {sources.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              onRemove={() => {
                // Its row disappears.
                list.current
                  ?.closest('dialog')
                  ?.querySelector<HTMLElement>('[data-slot="add-files"]')
                  ?.focus()
                void knowledge.remove(source)
              }}
            />
          ))}
        </PlainList>
        {isOver && (
          <p className={styles.dropHere} aria-hidden="true">
            {t('knowledge.dropHere')}
          </p>
        )}
      </div>
      {removed !== null && (
        <div key={removed.id} className={styles.undo}>
          <UndoBar
            text={t('knowledge.removed', { name: sourceName(removed) })}
            onUndo={(button) => {
              // The button disappears.
              button.closest('dialog')?.querySelector<HTMLElement>('[data-slot="add-files"]')?.focus()
              void knowledge.undoRemove()
            }}
            onGone={() => knowledge.forgetRemoved()}
          />
        </div>
      )}
      <Stack as="footer" grow={false} pad={[3, 5]} line="above" className={styles.foot}>
        {adding !== null && (
          <ProgressBar
            label={t('knowledge.addFiles')}
            detail={t('knowledge.uploading', { done: adding.doneCount, total: adding.totalCount })}
            share={adding.doneCount / adding.totalCount}
            onCancel={() => knowledge.stopAdding()}
          />
        )}
        {(error !== null || refused.length > 0) && (
          <Hint as="div" tone="bad" className={styles.error} role="alert">
            {error !== null && <p>{errorLine(error)}</p>}
            {refused.map(({ name, error: why }) => (
              <p key={name}>{t('knowledge.refused', { name, why: errorLine(why) })}</p>
            ))}
          </Hint>
        )}
        <Hint tabular className={styles.status} role="status">
          {progress !== null
            ? t('knowledge.reading', { done: progress.doneCount, total: progress.totalCount })
            : failure !== null
              ? t(`knowledge.failures.${failure}`)
              : included}
        </Hint>
        <AddSources projectId={project.id} hasSources={sources.length > 0} />
      </Stack>
    </Dialog>
  )
}
