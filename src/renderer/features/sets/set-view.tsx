import { useEffect, useState } from 'react'

import type { SetId } from '../../../shared/ids'
import type { PromptSet, SetPrompt, SetRun } from '../../../shared/sets/sets'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import { SetPromptForm } from './prompts/prompt-form'
import { usePromptImport } from './prompts/prompt-import'
import { PromptRows } from './prompts/prompt-rows'
import { RunForm } from './runs/run-form'
import { RunList } from './runs/run-list'
import type { SetsPlace } from './common/sets-place'
import { useCall } from './common/use-call'
import { focusNow } from './common/focus-now'
import { Row, Text } from '../../ui/layout/layout'
import styles from './common/sets.module.css'

interface SetViewProps {
  setId: SetId
  onGo: (place: SetsPlace) => void
}

/** A set: its prompts, its runs, and the button that starts a run. */
export function SetView({ setId, onGo }: SetViewProps) {
  const { api } = useApp().environment
  const { problem, call, act } = useCall()
  const [set, setSet] = useState<PromptSet | null>(null)
  const [runs, setRuns] = useState<SetRun[]>([])
  const [edited, setEdited] = useState<SetPrompt | 'new' | null>(null)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => {
    void call(async () => {
      setSet((await api.invoke('sets.get', { setId })).set)
      setRuns((await api.invoke('sets.runs', { setId })).runs)
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the set is shown
  }, [])
  const imports = usePromptImport(async (file) => {
    const { set: changed, ...added } = await api.invoke('sets.add', { setId, file })
    setSet(changed)
    return added
  })
  const back = () => onGo({ kind: 'list' })
  if (set === null) {
    return (
      <div className={styles.scroll}>
        <Button variant="quiet" onClick={back}>
          ‹ {t('sets.all')}
        </Button>
        {problem !== null && <p role="alert">{problem}</p>}
      </div>
    )
  }
  if (edited !== null) {
    return (
      <SetPromptForm
        prompt={edited === 'new' ? null : edited}
        onCancel={() => setEdited(null)}
        onSave={(prompt) =>
          act(async () => {
            const saved =
              edited === 'new'
                ? await api.invoke('sets.add', { setId, prompts: [prompt] })
                : await api.invoke('sets.changePrompt', { setId, promptId: edited.id, prompt })
            setSet(saved.set)
            setEdited(null)
          })
        }
        onRemove={
          edited === 'new'
            ? null
            : () =>
                act(async () => {
                  await api.invoke('sets.removePrompt', { setId, promptId: edited.id })
                  setSet((await api.invoke('sets.get', { setId })).set)
                  setEdited(null)
                })
        }
        problem={problem}
      />
    )
  }
  if (isRunning) {
    return (
      <RunForm
        set={set}
        lastRun={runs[0] ?? null}
        onCancel={() => setRunning(false)}
        onStarted={(runId) => onGo({ kind: 'run', setId, runId })}
      />
    )
  }
  const isEmpty = set.prompts.length === 0
  const rename = (name: string) =>
    call(async () => {
      if (name.trim() !== '' && name.trim() !== set.name) {
        setSet((await api.invoke('sets.rename', { setId, name })).set)
      }
    })
  return (
    <>
      <Row wrap grow={false} pad={[3, 5]} className={styles.head}>
        <Button variant="quiet" ref={isEmpty ? null : focusNow} onClick={back}>
          ‹ {t('sets.all')}
        </Button>
        <input
          dir="auto"
          className={textFieldStyles.textField}
          aria-label={t('sets.name')}
          maxLength={200}
          defaultValue={set.name}
          onBlur={(event) => void rename(event.target.value)}
        />
      </Row>
      {problem !== null && (
        <Text as="p" tone="bad" className={styles.error} role="alert">
          {problem}
        </Text>
      )}
      <RunList runs={runs} onOpen={(runId) => onGo({ kind: 'run', setId, runId })} />
      <PromptRows prompts={set.prompts} onEdit={setEdited} />
      <Row as="footer" wrap grow={false} pad={[3, 5]} className={styles.foot}>
        <Button variant="primary" disabled={isEmpty} onClick={() => setRunning(true)}>
          {t('sets.run')}
        </Button>
        <Button ref={isEmpty ? focusNow : null} onClick={() => setEdited('new')}>
          {t('sets.addPrompt')}
        </Button>
        {imports.controls}
      </Row>
      {imports.dialog}
    </>
  )
}
