import { useRef, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { Pane } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { refusalOf } from '../../state/conversations/chat-actions'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { useApp, useDraft } from '../../state/app/use-app'
import { takeSentMessage } from '../../state/attachments/written-message'
import { FolderStep } from '../agent-choice/folder-step'
import { useComposerFiles } from '../composer/use-composer-files'
import { Button } from '../../ui/controls/button'
import { Composer } from '../composer/composer'
import { SendRefusal } from '../error-card/send-refusal'
import { usePromptLine } from '../commands/use-prompt-line'
import { firstLackingFolder, PaneAgentsLine } from './panes/pane-agents-line'
import { draftForAll, sendToPanes } from './panes/send-to-panes'
import { useIdleCount } from './use-idle-count'

interface CompareComposerProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** What Escape does before it stops anything. */
  onFirstEscape: (() => void) | undefined
}

/** One message for all panes that are not answering. */
export function CompareComposer({ store, panes, onFirstEscape }: CompareComposerProps) {
  const app = useApp()
  const place = draftForAll(store.comparisonId)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const idleCount = useIdleCount(store, panes)
  const runningCount = panes.length - idleCount

  const models = panes.map(({ model }) => model)
  const files = useComposerFiles({ place, text, setText, isDropTarget: true, models })
  const field = useRef<HTMLTextAreaElement>(null)
  const prompts = usePromptLine({ draftPlace: place, text, setText, field, onRefused: setRefusal })
  // Files may be on their way for long: a second press means the same message.
  const isSending = useRef(false)
  const send = async () => {
    if (prompts.take() || isSending.current) return
    isSending.current = true
    const { attachments, refusal: unattached } = await files.settled()
    isSending.current = false
    const idle = store.idlePanes()
    const refused =
      idle.length === 0
        ? toErrorData(failure('RUN_ACTIVE', 'all-panes'))
        : (unattached ?? refusalOf(text, attachments.length) ?? firstLackingFolder(app, idle))
    setRefusal(refused)
    if (refused !== null) return
    const message = { text, attachments }
    takeSentMessage(app, place, message)
    void sendToPanes(app, store, idle, message)
  }
  const stopAll = () => {
    for (const pane of panes) void store.stop(pane)
  }

  return (
    <Composer
      label={t('compare.composer.label')}
      look="wide"
      files={files.composer}
      shouldFocus
      text={text}
      fieldRef={field}
      completion={prompts.completion}
      overlay={prompts.overlay}
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={() => void send()}
      onEscape={() => {
        if (prompts.dismiss()) return true
        onFirstEscape?.()
        return onFirstEscape !== undefined
      }}
      notice={
        refusal !== null && (
          <SendRefusal refusal={refusal}>
            <FolderStep refusal={refusal} />
          </SendRefusal>
        )
      }
      line={
        <PaneAgentsLine
          panes={panes}
          onChange={(changed) => {
            setRefusal(null)
            void store.setWork(changed.map(({ pane: { paneId }, work }) => ({ paneId, work })))
          }}
        />
      }
      hint={
        prompts.hint !== null ? (
          <kbd>{prompts.hint}</kbd>
        ) : runningCount === 0 ? (
          <kbd>{t('compare.composer.enterHint', { panes: panes.length })}</kbd>
        ) : (
          t('compare.composer.idleHint', { idle: idleCount, panes: panes.length })
        )
      }
      buttons={
        <>
          {runningCount > 0 && (
            <Button
              look="stop"
              onFirstClick={() => {
                // The button goes with the answers: the keyboard goes on here.
                field.current?.focus()
                stopAll()
              }}
            >
              {t('compare.composer.stopAll')}
            </Button>
          )}
          <Button look="primary" onFirstClick={() => void send()}>
            {t('compare.composer.sendToAll')}
          </Button>
        </>
      }
    />
  )
}
