import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId } from '../../../shared/ids'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { UndoBar } from '../../ui/controls/notice-bar'
import { EmptyPage, Page } from '../title-bar/page'
import { focusNow } from '../../keyboard/focus-targets'
import { allSets } from './common/all-sets'
import { FromChats } from './chats/from-chats'
import { RunView } from './runs/run-view'
import { SetView } from './set-view'
import { DialogBody, PlainList, Row } from '../../ui/layout/layout'
import type { SetsView as SetsViewState } from '../../state/navigation/navigation'
import { NewSetForm, SetRow } from './common/set-list'
import { Problem } from '../../ui/text/problem'
import { examplePrompts } from './prompts/example-prompts'

/** Prompt sets: their prompts and checks, their runs and the results. */
export function SetsPage({ view }: { view: SetsViewState }) {
  const { setId, runId, prompt, repeat } = view
  if (setId === null) return <SetList view={view} />
  if (runId === undefined) return <SetView key={setId} setId={setId} />
  return <RunView key={runId} setId={setId} runId={runId} prompt={prompt} repeat={repeat ?? 0} />
}

/** All sets; creates and deletes them. */
function SetList({ view }: { view: SetsViewState }) {
  const { promptSets, go, navigateFrom } = useApp()
  const { phase, sets, removed, error } = useStore(promptSets.store)
  const [isFromChats, setFromChats] = useState(false)
  useEffect(() => {
    void promptSets.load()
    return () => promptSets.forgetRemoved()
  }, [promptSets])
  const created = (setId: SetId) => void navigateFrom(view, { kind: 'sets', setId })
  const tryExample = async () => {
    const setId = await promptSets.create(t('sets.example.name'), examplePrompts())
    if (setId !== null) created(setId)
  }
  if (isFromChats) {
    return (
      <Page name={t('actions.titles.promptSets')} title={t('sets.chats.setName')} parents={[allSets()]}>
        <FromChats
          setId={null}
          onDone={(setId) => {
            setFromChats(false)
            if (setId !== null) created(setId)
          }}
        />
      </Page>
    )
  }
  return (
    <Page name={t('actions.titles.promptSets')}>
      <NewSetForm ref={focusNow} prompts={[]} onCreated={created} />
      <DialogBody isBelowBar>
        {phase === 'ready' && sets.length === 0 && (
          <EmptyPage title={t('sets.none')} hint={t('sets.whatTheyAre')}>
            <Row gap={2} wrap>
              <Button onClick={() => void tryExample()}>{t('sets.example.offer')}</Button>
              <Button onClick={() => setFromChats(true)}>{t('sets.chats.open')}</Button>
            </Row>
          </EmptyPage>
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
        <Problem error={error} />
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
