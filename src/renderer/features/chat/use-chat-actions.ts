import { t } from '../../language/t'
import { action } from '../../state/actions/action-list'
import { useViewActions } from '../../state/app/use-view-actions'
import { isBusy, lastAnswer } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useApp } from '../../state/app/use-app'
import { focusRow, revealRow } from '../message-navigation/message-elements'
import { busyReasonOf } from '../message/rows/thread'
import { copyNewestAnswer, copyNewestCode } from '../message/rows/copy-message'
import { stepMessage } from './thread/step-message'
import { focusChatComposer, retryLast, undoLast } from './exchange/last-exchange'
import { showRefusal } from '../message/rows/attempt'

interface ChatViewActions {
  onFind: () => void
  onOutline: () => void
  onCompact: () => void
}

/** Offers the actions of an open chat while it is shown. */
export function useChatActions(
  conversation: ConversationStore,
  { onFind, onOutline, onCompact }: ChatViewActions,
): void {
  const app = useApp()
  const state = () => conversation.store.getState()
  const whyNotAnswered = () => (lastAnswer(state()) === undefined ? t('chat.refusal.nothingAnswered') : null)
  useViewActions(() => [
    action('find', { run: onFind }),
    action('outline', { run: onOutline }),
    action('previousMessage', { run: () => void stepMessage(-1) }),
    action('nextMessage', {
      run: () => {
        // The composer follows the last message.
        if (!stepMessage(1)) focusChatComposer()
      },
    }),
    action('newestAnswer', {
      disabledReason: whyNotAnswered,
      run: () => void focusNewestAnswer(conversation),
    }),
    action('copyAnswer', {
      disabledReason: whyNotAnswered,
      run: () => void copyNewestAnswer(app, conversation),
    }),
    action('copyCode', {
      disabledReason: whyNotAnswered,
      run: () => void copyNewestCode(app, conversation),
    }),
    action('retry', {
      disabledReason: () => busyReasonOf(conversation),
      run: () => void retryLast(app, conversation),
    }),
    action('undo', {
      disabledReason: () => busyReasonOf(conversation),
      run: () => void undoLast(app, conversation),
    }),
    action('compact', {
      disabledReason: () => busyReasonOf(conversation) ?? whyNotAnswered(),
      run: onCompact,
    }),
    action('stop', {
      disabledReason: () => (isBusy(state()) ? null : t('chat.refusal.notAnswering')),
      run: () => void showRefusal(conversation, app.chat.stop(conversation.sessionId)),
    }),
  ])
}

async function focusNewestAnswer(conversation: ConversationStore): Promise<void> {
  if (conversation.store.getState().hasNewer) await conversation.pages.goToNewest()
  // What was loaded renders in the next frame.
  requestAnimationFrame(() => {
    const answers = document.querySelectorAll<HTMLElement>(
      '[data-slot="chat-column"] [data-role="assistant"]',
    )
    const newest = [...answers].at(-1)
    if (newest === undefined) return
    focusRow(newest)
    revealRow(newest)
  })
}
