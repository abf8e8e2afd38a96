import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId } from '../../../shared/ids'
import { errorLine } from '../../errors/error-text'
import { formatMoment } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { UndoBar } from '../../ui/controls/notice-bar'
import { Page } from '../title-bar/page'
import { focusNow } from '../../keyboard/focus-targets'
import { RunView } from './runs/run-view'
import { SetView } from './set-view'
import { DialogBar, DialogBody, Hint, PlainList, Row, Stack, Text } from '../../ui/layout/layout'
import type { SetsView as SetsViewState } from '../../state/navigation/navigation'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import { Problem } from './common/problem'
import { examplePrompts } from './prompts/example-prompts'
import styles from './common/sets.module.css'

/** Prompt sets: their prompts and checks, their runs and the results. */
export function SetsPage({ view: { setId, runId, adding } }: { view: SetsViewState }) {
  if (setId === null) return <SetList adding={adding ?? null} />
  if (runId === undefined) return <SetView key={setId} setId={setId} />
  return <RunView key={runId} setId={setId} runId={runId} />
}

/** All sets; creates and deletes them, and takes a question from a chat. */
function SetList({ adding }: { adding: string | null }) {
  const { promptSets, go } = useApp()
  const { phase, sets, removed, error } = useStore(promptSets.store)
  const [name, setName] = useState('')
  const prompts = adding === null ? [] : [adding]
  useEffect(() => {
    void promptSets.load()
    return () => promptSets.forgetRemoved()
  }, [promptSets])
  const choose = async (setId: SetId) => {
    if (adding === null || (await promptSets.add(setId, { prompts })) !== null) go({ kind: 'sets', setId })
  }
  const begin = async (...set: Parameters<typeof promptSets.create>) => {
    const setId = await promptSets.create(...set)
    if (setId !== null) go({ kind: 'sets', setId })
  }
  const create = () => begin(name.trim(), prompts)
  const tryExample = () => begin(t('sets.example.name'), examplePrompts())
  return (
    <Page name={t('actions.titles.promptSets')}>
      <DialogBar
        as="form"
        className={styles.foot}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void create()
        }}
      >
        <input
          dir="auto"
          className={textFieldStyles.textField}
          aria-label={t('sets.newName')}
          placeholder={t('sets.newName')}
          ref={focusNow}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={name.trim() === ''}>
          {t('sets.create')}
        </Button>
      </DialogBar>
      <DialogBody isBelowBar className={styles.scroll}>
        {adding !== null && (
          <p className={styles.lead}>
            {t('sets.addingTo')}{' '}
            <Text as="q" tone="ink">
              {adding.slice(0, 200)}
            </Text>
          </p>
        )}
        {adding === null && phase === 'ready' && sets.length === 0 && (
          <>
            <p className={styles.lead}>{t('sets.whatTheyAre')}</p>
            <Button onClick={() => void tryExample()}>{t('sets.example.offer')}</Button>
          </>
        )}
        <PlainList>
          {sets.map((set) => (
            <Row as="li" line="below" key={set.id}>
              <Stack
                as="button"
                gap={1}
                grow
                pad={[2, 0]}
                tone="ink"
                type="button"
                className={styles.itemName}
                onClick={() => void choose(set.id)}
              >
                <span>{set.name}</span>
                <Hint as="span" tone="soft" className={styles.facts}>
                  {t('sets.promptCount', { count: set.promptCount })} ·{' '}
                  {t('common.runCount', { count: set.runCount })} · {formatMoment(set.updatedAt)}
                </Hint>
              </Stack>
              <Button
                variant="quiet"
                aria-label={t('sets.deleteNamed', { name: set.name })}
                onFirstClick={() => void promptSets.remove(set)}
              >
                {t('common.delete')}
              </Button>
            </Row>
          ))}
        </PlainList>
        <Problem text={error !== null ? errorLine(error) : null} />
      </DialogBody>
      {removed !== null && (
        <UndoBar
          text={t('sets.deleted', { name: removed.name })}
          onUndo={() => void promptSets.undoRemove()}
          onGone={() => promptSets.forgetRemoved()}
        />
      )}
    </Page>
  )
}
