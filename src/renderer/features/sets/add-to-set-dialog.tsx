import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import type { MessageId, SessionId, SetId } from '../../../shared/ids'
import type { PromptContent, PromptFromChat, PromptSetSummary } from '../../../shared/sets/sets'
import { focusNow } from '../../keyboard/focus-targets'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import type { View } from '../../state/navigation/navigation'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { DialogBody, DialogFoot, Hint, PlainList, Stack, Text } from '../../ui/layout/layout'
import { NewSetForm, SetRow } from './common/set-list'
import { Problem } from '../../ui/text/problem'
import { useRequest } from '../../state/app/use-request'
import { includedFacts, PastChoice } from './common/past-turns'

interface AddToSetDialogProps {
  prompt: string
  /** The message with the question. */
  source: { sessionId: SessionId; messageId: MessageId }
  onClose: () => void
}

/**
 * Adds a question to a set that the user chooses or creates, alone or with what preceded it. The chat or comparison
 * behind it stays.
 */
export function AddToSetDialog({ prompt, source, onClose }: AddToSetDialogProps) {
  const { promptSets, navigation, go, openWindow } = useApp()
  const { sets, error } = useStore(promptSets.store)
  const { data: found, error: unread } = useRequest('sets.promptFrom', source)
  const [isAlone, setAlone] = useState(false)
  const included = found === null ? [] : includedFacts(found.prompt)
  const content = found === null ? prompt : isAlone ? aloneOf(found.prompt, prompt) : found.prompt
  const isReady = found !== null || unread !== null
  const [added, setAdded] = useState<{ id: SetId; name: string } | null>(null)
  useEffect(() => {
    void promptSets.load()
    return () => promptSets.dismissError()
  }, [promptSets])
  // Drawn at once: a second press may come right after main has answered, and must not find the set again.
  const showAdded = (set: { id: SetId; name: string }) => flushSync(() => setAdded(set))
  const addTo = async (set: PromptSetSummary) => {
    if ((await promptSets.add(set.id, { prompts: [content] })) !== null) showAdded(set)
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
        {included.length > 0 && (
          <Stack gap={1}>
            <PastChoice isAlone={isAlone} onChange={setAlone} />
            {!isAlone && (
              <Hint tone="soft" role="status">
                {[t('sets.past.included', { what: included.join(', ') }), ...leftOutWords(found)].join(' ')}
              </Hint>
            )}
          </Stack>
        )}
        {isReady && sets.length > 0 && (
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
        <Problem error={error ?? unread} />
      </DialogBody>
      <NewSetForm prompts={[content]} onCreated={(id, name) => showAdded({ id, name })} />
    </Dialog>
  )
}

/** A question without what preceded it. */
function aloneOf({ past: _past, ...prompt }: PromptContent, text: string): PromptContent {
  return { ...prompt, text, systemPrompt: null }
}

function leftOutWords(found: PromptFromChat | null): string[] {
  const { leftOutTurns = 0, cutResults = 0 } = found ?? {}
  return [
    ...(leftOutTurns === 0 ? [] : [t('sets.past.leftOut', { count: leftOutTurns })]),
    ...(cutResults === 0 ? [] : [t('sets.past.cut', { count: cutResults })]),
  ]
}
