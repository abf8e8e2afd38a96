import { useEffect, useState } from 'react'

import {
  type KnowledgeFile,
  type KnowledgeSource,
  knowledgeLimits,
} from '../../../shared/knowledge/knowledge'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button, CloseButton } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { fileFacts, sourceFacts, sourceName, sourceProblem } from './knowledge-words'
import { Ellipsis, PlainList, Row, Stack } from '../../ui/layout/layout'
import styles from './knowledge.module.css'

/** A file or folder of a project, with its state; a folder opens to show its files. */
export function SourceRow({ source, onRemove }: { source: KnowledgeSource; onRemove: () => void }) {
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
          label={t('knowledge.remove', { name })}
          title={t('knowledge.remove', { name })}
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
            {t('knowledge.showMore')}
          </Button>
        </li>
      )}
    </PlainList>
  )
}
