import { type KeyboardEvent, useEffect, useState } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import type { Prompt } from '../../../shared/sessions/prompts'
import { listTarget } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import type { PromptKey } from '../../state/prompts/prompts'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Dialog } from '../../ui/overlays/dialog'
import { errorLine } from '../../errors/error-text'
import { PromptEditor, variableExamples } from './prompt-editor'
import { SettingsError } from '../../ui/fields/setting-row'
import { Ellipsis, Row, Stack } from '../../ui/layout/layout'
import { TextInput } from '../../ui/fields/inputs'
import styles from './prompts.module.css'

/** Lists, creates, edits and deletes saved prompts. */
export function PromptsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const { phase, prompts, error, edits } = useStore(app.prompts.store)
  const [chosen, setChosen] = useState<PromptKey | null>(edits.new === undefined ? null : 'new')
  useEffect(() => {
    void app.prompts.load()
    return () => app.prompts.forgetRemoved()
  }, [app])
  // If the chosen prompt was deleted, perhaps in another window, the first one is shown.
  const isThere = chosen === 'new' || prompts.some(({ id }) => id === chosen)
  const shown = isThere ? chosen : (prompts[0]?.id ?? null)
  return (
    <Dialog title={t('common.prompts')} width="large" isFullHeight onClose={onClose}>
      <Row align="stretch" gap={0} grow className={styles.prompts}>
        <PromptList chosen={shown} onChoose={setChosen} />
        {shown === null ? (
          <Stack align="start" justify="center" gap={3} pad={5} tone="soft" className={styles.empty}>
            {phase === 'loading' && <p role="status">{t('prompts.reading')}</p>}
            {phase === 'failed' && (
              <SettingsError>
                {error !== null && errorLine(error)}{' '}
                <Button variant="link" onClick={() => void app.prompts.load()}>
                  {t('common.tryAgain')}
                </Button>
              </SettingsError>
            )}
            {phase === 'ready' && (
              <>
                <p>
                  <Trans t={t} i18nKey="prompts.whatTheyAre" components={{ command: <code /> }} />
                </p>
                <p>
                  <Trans t={t} i18nKey="prompts.whatVariablesAre" components={variableExamples()} />
                </p>
                <Button variant="primary" onClick={() => setChosen('new')}>
                  {t('prompts.writeFirst')}
                </Button>
              </>
            )}
          </Stack>
        ) : (
          <PromptEditor promptKey={shown} onShow={setChosen} />
        )}
      </Row>
    </Dialog>
  )
}

interface PromptListProps {
  chosen: PromptKey | null
  onChoose: (key: PromptKey) => void
}

/** All prompts sorted by name, with a search and a button for a new one. */
function PromptList({ chosen, onChoose }: PromptListProps) {
  const app = useApp()
  const { prompts, edits, removed } = useStore(app.prompts.store)
  const [query, setQuery] = useState('')
  const found = prompts.filter((prompt) => isFound(prompt, query))
  const restore = async (deleted: Prompt) => {
    if (!(await app.prompts.undoRemove())) return
    const restored = app.prompts.named(deleted.name)
    if (restored !== undefined) onChoose(restored.id)
  }
  return (
    <Stack gap={0} grow={false} className={styles.side}>
      <Row align="stretch" gap={1} grow={false} pad={2} className={styles.search}>
        <TextInput
          type="search"
          aria-label={t('prompts.search')}
          placeholder={t('common.search')}
          data-first-focus=""
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button aria-label={t('prompts.new')} title={t('prompts.new')} onClick={() => onChoose('new')}>
          <Icon name="plus" />
        </Button>
      </Row>
      <ul className={styles.list} aria-label={t('common.prompts')} onKeyDown={moveFocus}>
        {chosen === 'new' && (
          <li>
            <Stack
              as="button"
              gap={0}
              pad={[1.5, 2]}
              className={styles.promptRow}
              data-slot="prompt-row"
              aria-current="true"
              onClick={() => onChoose('new')}
            >
              <Ellipsis weight="medium">{edits.new?.name || t('prompts.new')}</Ellipsis>
              <Ellipsis tone="faint" size="s">
                {t('prompts.notSaved')}
              </Ellipsis>
            </Stack>
          </li>
        )}
        {found.map(({ id, name, text }) => (
          <li key={id}>
            <Stack
              as="button"
              gap={0}
              pad={[1.5, 2]}
              className={styles.promptRow}
              data-slot="prompt-row"
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => onChoose(id)}
            >
              <Ellipsis weight="medium">{name}</Ellipsis>
              <Ellipsis tone="faint" size="s">
                {edits[id] === undefined ? text.trimStart().slice(0, 200) : t('prompts.changesNotSaved')}
              </Ellipsis>
            </Stack>
          </li>
        ))}
        {found.length === 0 && prompts.length > 0 && (
          <li className={styles.none} role="status">
            {t('common.noResults')}
          </li>
        )}
      </ul>
      {removed !== null && (
        <Row grow={false} pad={[2, 4]} size="s" line="above" className={styles.undo} role="status">
          <span>{t('prompts.deleted', { name: removed.name })}</span>
          <Button variant="link" onClick={() => void restore(removed)}>
            {t('common.undo')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function isFound({ name, text }: Prompt, query: string): boolean {
  const searched = `${name} ${text}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => searched.includes(word))
}

/** Moves the focus between rows with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-slot="prompt-row"]')]
  const at = rows.findIndex((row) => row === event.target)
  const target = at < 0 ? null : listTarget(event.nativeEvent, at, rows.length, { atEnds: 'stay' })
  if (target === null) return
  event.preventDefault()
  rows[target]?.focus()
}
