import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import { assertNever } from '../../../shared/invariant'
import { listTarget } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import { folderName } from '../../../shared/text/folder-name'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { isInBrowser } from '../../browser/is-in-browser'
import { Ellipsis, Hint, Row, Stack, Text, type Tone } from '../../ui/layout/layout'
import type { FolderFacts } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { CodeInput } from '../../ui/fields/inputs'
import styles from './agent-popovers.module.css'

interface FolderChoiceProps {
  /** The folder that is chosen now. */
  folder: string | null
  /** The field for its path. */
  field: RefObject<HTMLInputElement | null>
  /** Says whether it is a Git repository, on which the isolation of agents depends. */
  tellsRepository: boolean
  onTake: (folder: string) => void
}

/** Chooses a folder: by typing a path, from the recent ones, or in a system dialog. */
export function FolderChoice({ folder, field, tellsRepository, onTake }: FolderChoiceProps) {
  const { api } = useApp().environment
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [path, setPath] = useState(folder ?? '')
  // Without the recent folders, a path can still be typed.
  const recent = useRequest('workspaces.look', {}).data?.recent ?? []
  const [refusal, setRefusal] = useState<string | null>(null)
  const written = path.trim()
  const look = useFolderInspection(written)

  /** Answers that arrive after the popover has closed are ignored. */
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])

  const submit = async () => {
    if (written === '') return
    try {
      const { folder: found } = await api.invoke('workspaces.look', { path: written })
      if (isClosed.current) return
      if (found?.isFolder === true) onTake(found.path)
      else setRefusal(t('agents.folder.missing'))
    } catch (error) {
      setRefusal(errorLine(errorDataOf(error)))
    }
  }
  const choose = async () => {
    try {
      const { path: chosen, hasDialog } = await api.invoke(
        'workspaces.choose',
        written === '' ? {} : { path: written },
      )
      if (isClosed.current) return
      if (chosen !== null) onTake(chosen)
      else if (!hasDialog) setRefusal(t('agents.folder.noDialog'))
    } catch (error) {
      setRefusal(errorLine(errorDataOf(error)))
    }
  }
  const move = (event: KeyboardEvent) => {
    const stops = [...(body.current?.querySelectorAll<HTMLElement>('input, [data-slot="folder-item"]') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const target = listTarget(event.nativeEvent, at, stops.length, { atEnds: 'go-round' })
    if (target === null) return
    event.preventDefault()
    stops[target]?.focus()
  }
  return (
    <div ref={body} className={styles.folderPopover} onKeyDown={move}>
      <Text
        as="label"
        grow={false}
        tone="faint"
        size="xs"
        weight="medium"
        className={styles.popoverTitle}
        htmlFor={id}
      >
        {t('common.folder')}
      </Text>
      <Row
        as="form"
        align="stretch"
        grow={false}
        className={styles.folderForm}
        onSubmit={() => void submit()}
      >
        <CodeInput
          dir="ltr"
          ref={field}
          id={id}
          maxLength={4096}
          placeholder={t('agents.folder.placeholder')}
          aria-describedby={`${id}-facts`}
          value={path}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={(event) => {
            setPath(event.target.value)
            setRefusal(null)
          }}
        />
        {!isInBrowser && <Button onClick={() => void choose()}>{t('agents.folder.chooseDialog')}</Button>}
        <Button
          type="submit"
          variant="primary"
          aria-label={t('common.useThisFolder')}
          aria-disabled={written === ''}
        >
          {t('agents.folder.useShort')}
        </Button>
      </Row>
      <Hint
        grow={false}
        tone={factsTone(look, refusal)}
        className={styles.folderFacts}
        id={`${id}-facts`}
        role="status"
      >
        {refusal ?? factsWords(look, tellsRepository)}
      </Hint>
      {recent.length > 0 && (
        <Stack
          as="ul"
          gap={0}
          pad={1}
          line="above"
          className={styles.folderRecent}
          aria-label={t('common.recent')}
        >
          <Text as="li" pad={[1, 2]} tone="faint" size="xs" weight="medium" aria-hidden="true">
            {t('common.recent')}
          </Text>
          {recent.map((known) => (
            <li key={known}>
              <Row
                as="button"
                align="baseline"
                pad={[1, 2]}
                className={styles.folderItem}
                data-slot="folder-item"
                title={known}
                onClick={() => onTake(known)}
              >
                <Ellipsis grow={false} size="m" className={styles.folderItemName}>
                  {folderName(known)}
                </Ellipsis>{' '}
                <Ellipsis tone="faint" size="xs" className={styles.folderItemPath}>
                  <bdi>{known}</bdi>
                </Ellipsis>
              </Row>
            </li>
          ))}
        </Stack>
      )}
    </div>
  )
}

function factsWords(look: FolderInspection, tellsRepository: boolean): string {
  switch (look.state) {
    case 'none':
      return ''
    case 'looking':
      return t('common.checking')
    case 'failed':
      return errorLine(look.error)
    case 'known': {
      const { isFolder, isRepository, hasChanges } = look.facts
      if (!isFolder) return t('agents.folder.missing')
      if (!tellsRepository) return ''
      if (!isRepository) return t('agents.folder.isFolder')
      return t(hasChanges ? 'agents.folder.hasChanges' : 'agents.folder.isRepository')
    }
    default:
      return assertNever(look)
  }
}

function factsTone(look: FolderInspection, refusal: string | null): Tone {
  if (refusal !== null) return 'bad'
  return look.state === 'known' && look.facts.hasChanges ? 'warn' : 'faint'
}

const settlesAfterMs = 250

/** Facts about a folder. */
type FolderInspection =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'known'; facts: FolderFacts }
  | { state: 'failed'; error: ErrorData }

/** Facts about the folder `path`, loaded when typing pauses; nothing while the path is empty. */
export function useFolderInspection(path: string): FolderInspection {
  const { data, error, isCurrent } = useRequest('workspaces.look', path === '' ? null : { path }, {
    settlesAfterMs,
  })
  if (path === '') return { state: 'none' }
  if (!isCurrent) return { state: 'looking' }
  if (error !== null) return { state: 'failed', error }
  const facts = data?.folder ?? null
  return facts === null ? { state: 'looking' } : { state: 'known', facts }
}
