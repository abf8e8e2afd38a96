import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Project } from '../../../shared/projects/projects'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp, usePostponedConfirmation } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { UndoBar } from '../../ui/controls/notice-bar'
import { ProgressBar } from '../../ui/fields/progress-bar'
import { useFileDrop } from '../../ui/fields/use-file-drop'
import { Dialog } from '../../ui/overlays/dialog'
import { DialogBody, Ellipsis, Hint, PlainList, Row, Stack, Text } from '../../ui/layout/layout'
import {
  type KnowledgeFile,
  type KnowledgeSource,
  knowledgeLimits,
  contextForAll,
  type ProjectKnowledge,
} from '../../../shared/knowledge/knowledge'
import { Button, CloseButton, IconButton } from '../../ui/controls/button'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { Icon } from '../../ui/controls/icon'
import { folderName } from '../../../shared/text/folder-name'
import { formatEstimate, formatBytes } from '../../language/format'
import type { ProjectId } from '../../../shared/ids'
import styles from './knowledge.module.css'
import { CodeInput } from '../../ui/fields/inputs'

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
  const postponed = usePostponedConfirmation()
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
        <PlainList ref={list} aria-label={t('common.filesAndFolders')}>
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
      <Stack as="footer" grow={false} pad={[3, 5]} line="above">
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
        {postponed !== null && (
          <Row wrap role="status">
            <Hint as="span" tone="soft">
              {t('common.confirmationTitle')}.{' '}
              {postponed.about !== null && t(`notices.confirmation.${postponed.about}`)}
            </Hint>
            <ConfirmationLink pageUrl={postponed.pageUrl} />
          </Row>
        )}
        <AddSources projectId={project.id} hasSources={sources.length > 0} />
      </Stack>
    </Dialog>
  )
}

/** A file or folder of a project, with its state; a folder opens to show its files. */
function SourceRow({ source, onRemove }: { source: KnowledgeSource; onRemove: () => void }) {
  const { knowledge } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const allow = async () => {
    if (isAsking) return
    setIsAsking(true)
    await knowledge.allow(source.id)
    setIsAsking(false)
  }
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
          <Text tone="faint" size="xs" tabular>
            {sourceFacts(source)}
          </Text>
          {problem !== null && (
            <Text tone="warn" size="xs" tabular>
              {problem}
            </Text>
          )}
        </Stack>
        {source.problem === 'not-allowed' && (
          <Button aria-disabled={isAsking} onClick={() => void allow()}>
            {t('knowledge.allow')}
          </Button>
        )}
        {isFolder && source.fileCount > 0 && (
          <IconButton
            icon={isOpen ? 'chevronUp' : 'chevronDown'}
            label={t('knowledge.showFiles', { name })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
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
          <Text tone={file.state === 'indexed' ? 'faint' : 'warn'} size="xs" tabular>
            {fileFacts(file)}
          </Text>
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

/** The name of a source; of a folder, the last part of its path. */
function sourceName({ kind, name }: KnowledgeSource): string {
  return kind === 'file' ? name : folderName(name)
}

/** Why a source is not read, or not all of it; null if all is well. */
function sourceProblem({ problem, state }: KnowledgeSource): string | null {
  if (problem !== null) return t(`knowledge.problems.${problem}`)
  return state === null || state === 'indexed' ? null : t(`knowledge.states.${state}`)
}

/** The numbers of a source, on one line. */
function sourceFacts({ kind, fileCount, indexedCount, sizeBytes, tokens }: KnowledgeSource): string {
  const unread = fileCount - indexedCount
  return [
    ...(kind === 'folder' ? [t('common.files', { count: fileCount })] : []),
    ...(sizeBytes === 0 ? [] : [formatBytes(sizeBytes)]),
    ...(tokens === 0 ? [] : [t('common.aboutTokens', { tokens: formatEstimate(tokens) })]),
    ...(kind === 'folder' && unread > 0 ? [t('knowledge.unread', { count: unread })] : []),
  ].join(' · ')
}

/** The size of a file, or why it is not read. */
function fileFacts({ state, sizeBytes }: KnowledgeFile): string {
  return state === 'indexed' ? formatBytes(sizeBytes) : t(`knowledge.states.${state}`)
}

/** A sentence about what models receive; null if there is nothing. */
function includedWords({ tokens, sources }: ProjectKnowledge): string | null {
  if (tokens === 0) return null
  const fileCount = sources.reduce((sum, { indexedCount }) => sum + indexedCount, 0)
  const context = contextForAll(tokens, fileCount)
  const about = formatEstimate(tokens)
  return context === null
    ? t('knowledge.passages', { tokens: about })
    : t('knowledge.all', { tokens: about, size: formatEstimate(context) })
}

/** The buttons that add files and folders, and that look for changes in them. */
function AddSources({ projectId, hasSources }: { projectId: ProjectId; hasSources: boolean }) {
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
      <Text grow />
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
  const submit = async () => {
    if (!canAdd) return
    setIsAsking(true)
    const isAdded = await onAdd(path.trim())
    setIsAsking(false)
    if (isAdded) onClose()
  }
  return (
    <Row as="form" className={styles.buttons} onSubmit={() => void submit()}>
      <CodeInput
        dir="ltr"
        aria-label={t('knowledge.folderPath')}
        placeholder={t('knowledge.folderPath')}
        // The button that was pressed is replaced by it.
        ref={(field) => field?.focus()}
        value={path}
        maxLength={knowledgeLimits.pathChars}
        onChange={({ target }) => setPath(target.value)}
      />
      <Button type="submit" variant="primary" aria-disabled={!canAdd}>
        {t('common.add')}
      </Button>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
    </Row>
  )
}
