import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Project } from '../../../shared/projects/projects'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { UndoBar } from '../../ui/controls/notice-bar'
import { ProgressBar } from '../../ui/fields/progress-bar'
import { useFileDrop } from '../../ui/fields/use-file-drop'
import { Dialog } from '../../ui/overlays/dialog'
import { AddSources } from './add-sources'
import { includedWords, sourceName, fileFacts, sourceFacts, sourceProblem } from './knowledge-words'
import { DialogBody, Ellipsis, Hint, PlainList, Row, Stack } from '../../ui/layout/layout'
import {
  type KnowledgeFile,
  type KnowledgeSource,
  knowledgeLimits,
} from '../../../shared/knowledge/knowledge'
import { Button, CloseButton } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
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
      <DialogBody className={classNames(styles.body, isOver && styles.over)} {...handlers}>
        <Hint tone="soft" className={styles.about}>
          {t('knowledge.about')}
        </Hint>
        {known !== undefined && sources.length === 0 && (
          <Hint className={styles.empty}>{t('knowledge.empty')}</Hint>
        )}
        <PlainList ref={list} className={styles.list} aria-label={t('common.filesAndFolders')}>
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
      </DialogBody>
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
              <p key={name}>{t('common.wasNotAdded', { name, why: errorLine(why) })}</p>
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

/** A file or folder of a project, with its state; a folder opens to show its files. */
function SourceRow({ source, onRemove }: { source: KnowledgeSource; onRemove: () => void }) {
  const { knowledge } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const name = sourceName(source)
  const problem = sourceProblem(source)
  const isFolder = source.kind === 'folder'
  return (
    <li className={styles.source} data-slot="knowledge-source">
      <Row pad={[2, 0]} className={styles.row}>
        <Icon name={isFolder ? 'folder' : 'prompt'} />
        <Stack grow className={styles.words}>
          <Row as="span" align="baseline" className={styles.name}>
            <bdi>{name}</bdi>
            {isFolder && (
              <Ellipsis tone="faint" size="xs" title={source.name}>
                <bdi>{source.name}</bdi>
              </Ellipsis>
            )}
          </Row>
          <span className={styles.facts}>{sourceFacts(source)}</span>
          {problem !== null && <span className={styles.problem}>{problem}</span>}
        </Stack>
        {source.problem === 'not-allowed' && (
          <Button onClick={() => void knowledge.allow(source.id)}>{t('knowledge.allow')}</Button>
        )}
        {isFolder && source.fileCount > 0 && (
          <Button
            variant="quiet"
            aria-label={t('knowledge.showFiles', { name })}
            title={t('knowledge.showFiles', { name })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} />
          </Button>
        )}
        <CloseButton
          label={t('common.removeNamed', { name })}
          title={t('common.removeNamed', { name })}
          onFirstClick={onRemove}
        />
      </Row>
      {isOpen && <FileList source={source} name={name} />}
    </li>
  )
}

/** The files of a folder, page by page; first those that cannot be read. */
function FileList({ source, name }: { source: KnowledgeSource; name: string }) {
  const { knowledge } = useApp()
  const [files, setFiles] = useState<readonly KnowledgeFile[] | null>(null)
  const { id, fileCount, indexedCount, sizeBytes } = source
  useEffect(() => {
    let isCurrent = true
    const show = (page: readonly KnowledgeFile[]) => {
      if (isCurrent) setFiles(page)
    }
    knowledge.files(id, 0).then(show, () => show([]))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- these numbers change whenever the files do
  }, [knowledge, id, fileCount, indexedCount, sizeBytes])
  if (files === null) return null
  const hasMore = files.length >= knowledgeLimits.page && files.length < fileCount
  const more = async () => {
    const next = await knowledge.files(id, files.length).catch(() => [])
    setFiles((before) => [...(before ?? []), ...next])
  }
  return (
    <PlainList className={styles.files} aria-label={t('knowledge.showFiles', { name })}>
      {files.map((file) => (
        <Row
          as="li"
          align="stretch"
          justify="between"
          gap={3}
          size="xs"
          key={file.path}
          className={styles.file}
        >
          <bdi title={file.path}>{file.path}</bdi>
          <span className={file.state === 'indexed' ? styles.facts : styles.problem}>{fileFacts(file)}</span>
        </Row>
      ))}
      {hasMore && (
        <li>
          <Button variant="link" onClick={() => void more()}>
            {t('common.showMore')}
          </Button>
        </li>
      )}
    </PlainList>
  )
}
