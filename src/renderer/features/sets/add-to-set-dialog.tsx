import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId } from '../../../shared/ids'
import type { PromptSetSummary } from '../../../shared/sets/sets'
import { errorLine } from '../../errors/error-text'
import { focusNow } from '../../keyboard/focus-targets'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import type { View } from '../../state/navigation/navigation'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { DialogBody, DialogFoot, Hint, PlainList, Text } from '../../ui/layout/layout'
import { NewSetForm, SetRow } from './common/set-list'
import { Problem } from './common/problem'

interface AddToSetDialogProps {
  prompt: string
  onClose: () => void
}

/** Adds a prompt to a set that the user chooses or creates. The chat or comparison behind it stays. */
export function AddToSetDialog({ prompt, onClose }: AddToSetDialogProps) {
  const { promptSets, navigation, go, openWindow } = useApp()
  const { sets, error } = useStore(promptSets.store)
  const [added, setAdded] = useState<{ id: SetId; name: string } | null>(null)
  useEffect(() => {
    void promptSets.load()
    return () => promptSets.dismissError()
  }, [promptSets])
  const addTo = async (set: PromptSetSummary) => {
    if ((await promptSets.add(set.id, { prompts: [prompt] })) !== null) setAdded(set)
  }
  const open = (setId: SetId) => {
    const view: View = { kind: 'sets', setId }
    onClose()
    // A quick window has no sidebar to leave the page with.
    if (navigation.getState().isQuick) openWindow(view)
    else go(view)
  }
  if (added !== null) {
    return (
      <Dialog title={t('sets.addTitle')} width="narrow" onClose={onClose}>
        <DialogBody>
          <p role="status">
            {t('sets.addedTo', { name: added.name })}{' '}
            <Button variant="link" onFirstClick={() => open(added.id)}>
              {t('sets.openSet')}
            </Button>
          </p>
        </DialogBody>
        <DialogFoot>
          <Button ref={focusNow} onFirstClick={onClose}>
            {t('common.close')}
          </Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('sets.addTitle')} width="narrow" onClose={onClose}>
      <DialogBody gap={3}>
        <Hint tone="soft">
          {t('sets.addingTo')}{' '}
          <Text as="q" tone="ink">
            {prompt.slice(0, 200)}
          </Text>
        </Hint>
        {sets.length > 0 && (
          <PlainList aria-label={t('actions.titles.promptSets')}>
            {sets.map((set, index) => (
              <SetRow
                key={set.id}
                ref={index === 0 ? focusNow : null}
                set={set}
                onOpen={() => void addTo(set)}
              />
            ))}
          </PlainList>
        )}
        <Problem text={error === null ? null : errorLine(error)} />
      </DialogBody>
      <NewSetForm prompts={[prompt]} onCreated={(id, name) => setAdded({ id, name })} />
    </Dialog>
  )
}
