import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { SetId } from '../../../shared/ids'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { UndoBar } from '../../ui/controls/notice-bar'
import { Page } from '../title-bar/page'
import { focusNow } from '../../keyboard/focus-targets'
import { RunView } from './runs/run-view'
import { SetView } from './set-view'
import { DialogBody, PlainList } from '../../ui/layout/layout'
import type { SetsView as SetsViewState } from '../../state/navigation/navigation'
import { NewSetForm, SetRow } from './common/set-list'
import { Problem } from './common/problem'
import { examplePrompts } from './prompts/example-prompts'
import styles from './common/sets.module.css'

/** Prompt sets: their prompts and checks, their runs and the results. */
export function SetsPage({ view }: { view: SetsViewState }) {
  const { setId, runId } = view
  if (setId === null) return <SetList view={view} />
  if (runId === undefined) return <SetView key={setId} setId={setId} />
  return <RunView key={runId} setId={setId} runId={runId} />
}

/** All sets; creates and deletes them. */
function SetList({ view }: { view: SetsViewState }) {
  const { promptSets, go, navigateFrom } = useApp()
  const { phase, sets, removed, error } = useStore(promptSets.store)
  useEffect(() => {
    void promptSets.load()
    return () => promptSets.forgetRemoved()
  }, [promptSets])
  const created = (setId: SetId) => void navigateFrom(view, { kind: 'sets', setId })
  const tryExample = async () => {
    const setId = await promptSets.create(t('sets.example.name'), examplePrompts())
    if (setId !== null) created(setId)
  }
  return (
    <Page name={t('actions.titles.promptSets')}>
      <NewSetForm ref={focusNow} prompts={[]} onCreated={created} />
      <DialogBody isBelowBar className={styles.scroll}>
        {phase === 'ready' && sets.length === 0 && (
          <>
            <p className={styles.lead}>{t('sets.whatTheyAre')}</p>
            <Button onClick={() => void tryExample()}>{t('sets.example.offer')}</Button>
          </>
        )}
        <PlainList>
          {sets.map((set) => (
            <SetRow key={set.id} set={set} onOpen={() => go({ kind: 'sets', setId: set.id })}>
              <Button
                variant="quiet"
                aria-label={t('sets.deleteNamed', { name: set.name })}
                onFirstClick={() => void promptSets.remove(set)}
              >
                {t('common.delete')}
              </Button>
            </SetRow>
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
