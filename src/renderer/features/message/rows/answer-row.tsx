import { useContext, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { endedEarly, partsToContinue } from '../../../../shared/runs/continuing'
import {
  isEditedAnswer,
  isMergedAnswer,
  messageText,
  type Message,
} from '../../../../shared/sessions/messages'
import { hasPage } from '../../../../shared/pages/answer-pages'
import { t } from '../../../language/t'
import { ShowPageContext } from '../../../markdown/code/markdown-context'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { modelName } from '../../../state/models/models'
import { useApp, useShortcutKeys, useTitleWithKeys } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { CopyButton } from '../../../ui/controls/copy-button'
import { retryableErrors } from '../../../errors/error-text'
import type { MenuItem } from '../../../ui/overlays/menu'
import { Answer } from '../answer'
import { MetricsLine } from '../metrics-line'
import { RetryLine } from '../retry-line'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { busyReasonOf, useBusyReason, onMessageKey, showRefusal, type Thread } from './thread'
import { copyMessage } from './copy-message'
import { LazyEditAnswer } from './lazy-editing'
import { MessageMenu } from './message-menu'
import { useEditing } from './use-editing'
import { VersionSwitcher } from './version-switcher'
import { Ellipsis, Hint, Row, Text } from '../../../ui/layout/layout'
import messageActionsStyles from '../../../ui/controls/message-actions.module.css'
import styles from './message-foot.module.css'

interface AnswerRowProps {
  conversation: ConversationStore
  message: Message
  thread: Thread
  /** The message can be taken back. */
  isLastExchange: boolean
}

/** An answer with its actions. */
export function AnswerRow({ conversation, message, thread, isLastExchange }: AnswerRowProps) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const regenerate = async (changed: { model?: string } = {}) => {
    const refusal = await thread.askAgain(message.id, changed)
    if (refusal !== null) conversation.setRunError(refusal)
    // The focused button disappears with the old answer; the composer has Stop.
    else thread.focusComposer()
  }
  const continueAnswer = async () => {
    const refusal = await thread.continueAnswer?.(message.id)
    if (refusal === null) thread.focusComposer()
    else if (refusal !== undefined) conversation.setRunError(refusal)
  }
  const isAnswer = message.role === 'assistant'
  const { isEditing, edit, onDone, returnTo } = useEditing(message.id)
  const isHidden = thread.pane?.isHidden === true
  const mayContinue = !isHidden && thread.continueAnswer !== undefined && partsToContinue(message) !== null
  const isEdited = isEditedAnswer(message)
  const mayEdit = isAnswer && !isHidden && !isMergedAnswer(message)
  const model = message.model === undefined ? null : modelName(models, message.model)
  const name = model !== null && isMergedAnswer(message) ? t('compare.pane.merge', { model }) : model
  const hasRetryOfItsOwn = message.parts.some(
    (part) => part.type === 'error' && retryableErrors.has(part.code),
  )
  if (isEditing && mayEdit) {
    const save = (text: string) => app.chat.editAnswer(conversation.sessionId, message.id, text)
    const onSaved = (isSaved: boolean) => {
      onDone(isSaved)
      if (isSaved) thread.focusComposer()
    }
    return <LazyEditAnswer message={message} onSave={save} onDone={onSaved} />
  }
  return (
    <Answer
      message={message}
      actions={{
        onOpenSettings: (error) => app.openSettingsFor(error, message.model),
        onRetry: isAnswer && !isHidden ? () => void regenerate() : undefined,
        onContinue: mayContinue ? () => void continueAnswer() : undefined,
      }}
      isHidden={isHidden}
      waiting={<RetryLine conversation={conversation} messageId={message.id} />}
      onKeyDown={(event) =>
        onMessageKey(event, app.settings.store.getState().settings.shortcuts, {
          messageCopy: () => void copyMessage(conversation, message, 'markdown'),
          messageCopyPlain: () => void copyMessage(conversation, message, 'plain'),
          messageEdit: () => {
            if (mayEdit && busyReasonOf(conversation) === null) edit()
          },
          messageFork: () =>
            void showRefusal(conversation, app.chat.fork(conversation.sessionId, message.id)),
          messageRegenerate: () => {
            if (isAnswer && !isHidden && busyReasonOf(conversation) === null) void regenerate()
          },
          messageContinue: () => {
            if (mayContinue && busyReasonOf(conversation) === null) void continueAnswer()
          },
        })
      }
    >
      <Row gap={3} className={styles.messageFoot} data-slot="message-foot">
        <VersionSwitcher
          conversation={conversation}
          messageId={message.id}
          onRefused={(error) => conversation.setNotice({ kind: 'refused', error })}
        />
        {thread.pane === undefined ? (
          <MetricsLine message={message} modelName={name} />
        ) : (
          message.model !== thread.pane.model &&
          name !== null && (
            <Ellipsis as="b" tone="soft" size="xs" weight="medium" className={styles.otherModel}>
              {name}
            </Ellipsis>
          )
        )}
        {isEdited && (
          <Tag
            name={t('messages.answer.edited')}
            hint={t(
              thread.pane === undefined ? 'messages.answer.editedHint' : 'messages.answer.editedPaneHint',
            )}
          />
        )}
        {message.isShortened === true && (
          <Tag name={t('compare.blind.shortened')} hint={t('compare.blind.shortenedAll')} />
        )}
        {message.namesContestant === true && (
          <Tag name={t('compare.blind.namesModel')} hint={t('compare.blind.namesModelHint')} />
        )}
        <AnswerActions
          conversation={conversation}
          message={message}
          thread={thread}
          isLastExchange={isLastExchange}
          onEdit={mayEdit ? edit : undefined}
          returnTo={returnTo}
          hasTryAgain={isAnswer && !hasRetryOfItsOwn && thread.pane === undefined}
          onContinue={mayContinue ? () => void continueAnswer() : undefined}
          onRegenerate={isAnswer && !isHidden ? (changed) => void regenerate(changed) : undefined}
        />
      </Row>
    </Answer>
  )
}

/** Something special about an answer. */
function Tag({ name, hint }: { name: string; hint: string }) {
  return (
    <Text grow={false} pad={[0, 1.5]} tone="soft" size="xs" className={styles.tag} title={hint}>
      {name}
    </Text>
  )
}

interface AnswerActionsProps extends AnswerRowProps {
  onEdit: (() => void) | undefined
  returnTo: (element: HTMLElement | null | undefined) => void
  hasTryAgain: boolean
  onContinue: (() => void) | undefined
  onRegenerate: ((changed?: { model?: string }) => void) | undefined
}

/** A separate component, so that a starting or ending run does not re-render every answer. */
function AnswerActions(props: AnswerActionsProps) {
  const { conversation, message, thread, isLastExchange, hasTryAgain, onContinue, onRegenerate } = props
  const { onEdit, returnTo } = props
  const lastExchange = isLastExchange ? thread.lastExchange : undefined
  const titleWithKeys = useTitleWithKeys()
  const busyReason = useBusyReason(conversation)
  const shortcutKeys = useShortcutKeys()
  const [isChoosing, setIsChoosing] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  const closeChoice = () => {
    setIsChoosing(false)
    actions.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()
  }
  const showPage = useContext(ShowPageContext)
  const isPage = useMemo(() => showPage !== null && hasPage(messageText(message)), [showPage, message])
  const ownItems: MenuItem[] = [
    ...(isPage
      ? [
          {
            label: t('actions.titles.showPage'),
            onChoose: () => {
              const button = actions.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')
              if (button != null) showPage?.(button)
            },
          },
        ]
      : []),
    {
      label: t('chat.answer.copyPlain'),
      shortcut: shortcutKeys('messageCopyPlain'),
      onChoose: () => void copyMessage(conversation, message, 'plain'),
    },
    ...(onEdit === undefined
      ? []
      : [
          {
            label: t('chat.answer.editLabel'),
            shortcut: shortcutKeys('messageEdit'),
            refusal: busyReason,
            onChoose: onEdit,
          },
        ]),
    ...(onContinue === undefined
      ? []
      : [
          {
            label: t('chat.answer.continue'),
            shortcut: shortcutKeys('messageContinue'),
            refusal: busyReason,
            onChoose: onContinue,
          },
        ]),
    ...(onRegenerate === undefined
      ? []
      : [
          {
            label: t('common.regenerate'),
            shortcut: shortcutKeys('messageRegenerate'),
            refusal: busyReason,
            onChoose: () => onRegenerate(),
          },
          {
            label: t('chat.answer.regenerateWithChoice'),
            refusal: busyReason,
            onChoose: () => setIsChoosing(true),
          },
        ]),
  ]
  return (
    <>
      {isChoosing && onRegenerate !== undefined && (
        <Hint as="span" grow={false} tone="soft" className={styles.messageChoice}>
          {t('chat.answer.regenerateWith')}
          <AppModelPicker
            label={t('chat.answer.regenerateWith')}
            value={null}
            align="start"
            isOpenAtFirst
            onClose={closeChoice}
            onChange={(model) => onRegenerate({ model })}
          />
        </Hint>
      )}
      {onContinue !== undefined &&
        endedEarly(message) &&
        !message.parts.some(({ type }) => type === 'error') && (
          <Button
            variant="quiet"
            className={styles.continue}
            aria-disabled={busyReason !== null}
            title={busyReason ?? t('chat.answer.continueHint')}
            onFirstClick={() => {
              if (busyReason === null) onContinue()
            }}
          >
            {t('chat.answer.continue')}
          </Button>
        )}
      <Row
        gap={0}
        grow={false}
        ref={(element) => {
          actions.current = element
          returnTo(element?.querySelector<HTMLElement>('[aria-haspopup=menu]'))
        }}
        className={messageActionsStyles.messageActions}
        data-slot="message-actions"
      >
        <CopyButton text={() => messageText(message)} label={t('common.copyAnswer')} />
        {hasTryAgain && onRegenerate !== undefined && (
          <Button
            variant="quiet"
            aria-disabled={busyReason !== null}
            title={busyReason ?? undefined}
            onFirstClick={() => {
              if (busyReason === null) onRegenerate()
            }}
          >
            {t('common.regenerate')}
          </Button>
        )}
        {lastExchange !== undefined && (
          <>
            <Button
              variant="quiet"
              aria-disabled={busyReason !== null}
              title={busyReason ?? titleWithKeys(t('chat.end.retryTitle'), 'retry')}
              onFirstClick={() => {
                if (busyReason === null) lastExchange.retry()
              }}
            >
              {t('chat.end.retry')}
            </Button>
            <Button
              variant="quiet"
              aria-disabled={busyReason !== null}
              aria-label={t('actions.titles.undo')}
              title={busyReason ?? titleWithKeys(t('chat.end.removeTitle'), 'undo')}
              onFirstClick={() => {
                if (busyReason === null) lastExchange.undo()
              }}
            >
              {t('common.remove')}
            </Button>
          </>
        )}
        <MessageMenu
          conversation={conversation}
          message={message}
          lastExchange={lastExchange}
          isHidden={thread.pane?.isHidden}
          ownItems={ownItems}
        />
      </Row>
    </>
  )
}
