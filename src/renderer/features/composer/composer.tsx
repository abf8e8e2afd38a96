import {
  useEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'

import { textDirection } from '../../../shared/markdown/text-direction'
import { belongsToInputMethod, isSendKey } from '../../keyboard/key-presses'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button, type ButtonProps } from '../../ui/controls/button'
import { RecipientsLine } from '../agent-choice/recipients-line'
import { SendRefusal } from '../error-card/error-card'
import { ToolsButton } from '../tools/tools-button'
import type { ComposerTarget, SendMessage } from './composer-target'
import type { ComposerState } from './use-composer'
import { classNames } from '../../ui/class-names'
import { Hint, Row, Stack } from '../../ui/layout/layout'
import { errorLine } from '../../errors/error-text'
import type { ErrorData } from '../../../shared/errors'
import { isFixedByFolder } from '../../state/agents/agent-work'
import { folderChip } from '../../keyboard/focus-targets'
import styles from './composer.module.css'

const variantStyles: Readonly<Record<ComposerTarget['variant'], string | undefined>> = {
  column: styles.column,
  wide: styles.wide,
  slim: styles.slim,
}

/** In a longer text, a direction for each paragraph would take the browser seconds: it has that of its first words. */
const maxParagraphChars = 50_000

function fieldDirection(text: string, inserted = ''): 'auto' | 'ltr' | 'rtl' {
  if (text.length + inserted.length <= maxParagraphChars) return 'auto'
  return textDirection(text) ?? textDirection(inserted) ?? 'ltr'
}

interface ComposerProps {
  composer: ComposerState
  /** The text field's accessible name, and its placeholder unless one is given. */
  label: string
  placeholder?: string
  /** Above the text, before any refusal. */
  notice?: ReactNode
  /** Beside a refusal: an action that resolves it. */
  step?: ReactNode
  /** Left of the hint. */
  meter?: ReactNode
  /** The function of the send key, unless the text is a command or mentions a model. */
  hint?: ReactNode
  /** On the right; the default is a send button. */
  buttons?: ReactNode
  /**
   * Closes something when nothing is open in the composer. Returns whether it did; if not, Escape reaches the window.
   */
  onEscape?: (() => boolean) | undefined
}

/** The message field used everywhere, with attachments, completions and hints. */
export function Composer(props: ComposerProps) {
  const { composer, label, placeholder = label, notice, step, meter } = props
  const { target, text, files, commands, mention, refusal, field, sendKey } = composer
  const { hint = <kbd>{t('composer.hint.sends', { key: sendKey })}</kbd> } = props
  const { buttons = <SendButton composer={composer} /> } = props
  const { variant, work } = target
  const sendWith = useStore(useApp().settings.store, (state) => state.settings.sendWith)
  const { completion, overlay } = commands
  const keyHint =
    commands.hint ??
    (mention === null ? null : t('composer.hint.asks', { key: sendKey, model: mention.model.name }))
  const hasTools = target.commands.kind === 'chat'
  // Another default would replace the text of a field that nobody has typed in yet, which could not be undone.
  const [firstText] = useState(text)
  const isChanging = useFieldText(field, text, target.place)
  useEffect(() => {
    if (variant !== 'slim') field.current?.focus()
  }, [field, variant])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During composition, Enter and Escape belong to the input method.
    if (belongsToInputMethod(event.nativeEvent)) return
    if (completion?.onKeyDown(event) === true || composer.onHistoryKey(event)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      if (commands.dismiss() || props.onEscape?.() === true) event.preventDefault()
      return
    }
    if (!isSendKey(event, sendWith)) return
    event.preventDefault()
    // Holding the key down sends only once.
    if (!event.repeat) composer.send()
  }

  return (
    <Stack
      grow={false}
      className={classNames(styles.composer, variantStyles[variant])}
      data-slot="composer"
      data-look={variant}
    >
      {notice}
      {commands.doubt !== null && (
        <SendRefusal refusal={commands.doubt}>
          <Button variant="link" onClick={composer.sendAsMessage}>
            {t('composer.message.sendAsMessage')}
          </Button>
        </SendRefusal>
      )}
      {refusal !== null && (
        <SendRefusal refusal={refusal}>
          {step}
          <FolderStep refusal={refusal} />
        </SendRefusal>
      )}
      <div className={styles.stage}>
        {overlay !== null && (
          <div className={styles.overlay} data-slot="composer-overlay">
            {overlay}
          </div>
        )}
        <div
          className={styles.box}
          onPointerDown={(event) => {
            // The box looks like one field, so a click anywhere in it focuses the text.
            if (event.target !== event.currentTarget) return
            event.preventDefault()
            composer.focus()
          }}
        >
          {files.strip}
          <textarea
            dir={fieldDirection(text)}
            ref={field}
            className={styles.text}
            data-slot="composer-text"
            aria-label={label}
            aria-autocomplete={completion === null ? undefined : 'list'}
            aria-controls={completion?.listId}
            aria-activedescendant={completion?.activeOption}
            placeholder={placeholder}
            rows={1}
            // Browsers store typed text with the page, to restore it; here, drafts do that.
            autoComplete="off"
            defaultValue={firstText}
            onChange={({ target: { value } }) => {
              if (!isChanging()) composer.type(value)
            }}
            // Before the browser arranges a long text, not only after it.
            onBeforeInput={({ currentTarget, data }) => {
              currentTarget.dir = fieldDirection(text, data)
            }}
            onKeyDown={onKeyDown}
            onPaste={files.onPaste}
          />
          <Row justify="end" wrap className={classNames(styles.foot, hasTools && styles.footTools)}>
            {files.button}
            <ToolsButton target={target.tools} recipients={composer.recipients} />
            {hasTools && <CommandTool text={text} setText={composer.write} field={field} />}
            <Hint as="span" className={styles.hint}>
              {meter}
              {keyHint === null ? hint : <kbd>{keyHint}</kbd>}
            </Hint>
            {buttons}
          </Row>
        </div>
      </div>
      {work !== undefined && (
        <RecipientsLine
          recipients={composer.recipients}
          where={work.where}
          onChange={(next) => {
            composer.refuse(null)
            void work.change(next).then(composer.refuse)
          }}
        />
      )}
    </Stack>
  )
}

/** The browser takes too long to remember changes of longer texts. */
const maxUndoableChars = 200_000
/** The time that it takes to insert lines grows with their square: 5,000 of them block the window for 30 s. */
const maxInsertedLines = 300

/**
 * Shows `text` in an uncontrolled field. What the app changes, such as a text that was sent, completed or recalled, can
 * be undone like typing, because assigning a value would make the browser forget all changes. Another `place` has
 * another text, which no undo brings here. Returns whether the app is changing the field right now.
 */
function useFieldText(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  place: string,
): () => boolean {
  const isChanging = useRef(false)
  const shownPlace = useRef(place)
  useLayoutEffect(() => {
    const element = field.current
    const isSamePlace = shownPlace.current === place
    shownPlace.current = place
    if (element === null || element.value === text) return
    isChanging.current = true
    try {
      if (!isSamePlace || !changeUndoably(element, text)) element.value = text
    } finally {
      isChanging.current = false
    }
  })
  return () => isChanging.current
}

/** Replaces what differs as if it had been typed. Returns false if that is not possible here. */
function changeUndoably(element: HTMLTextAreaElement, text: string): boolean {
  const { value } = element
  if (value.length + text.length > maxUndoableChars) return false
  const focused = document.activeElement
  // A button of the composer may have been pressed, and disappeared; the focus of anything else is left alone.
  const composer = element.closest('[data-slot="composer"]')
  const isFree = focused === null || focused === document.body
  if (focused !== element && !isFree && composer?.contains(focused) !== true) return false
  const start = commonStart(value, text)
  const rest = commonStart(reversed(value.slice(start)), reversed(text.slice(start)))
  const inserted = text.slice(start, text.length - rest)
  if (inserted.split('\n', maxInsertedLines + 1).length > maxInsertedLines) return false
  if (focused !== element) element.focus({ preventScroll: true })
  element.setSelectionRange(start, value.length - rest)
  // Deprecated, but the only way to change a text so that the browser can undo it.
  if (inserted === '') document.execCommand('delete')
  else document.execCommand('insertText', false, inserted)
  if (isFree) element.blur()
  else if (focused !== element && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return element.value === text
}

/** The length of the common prefix of two texts, in code units. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}

function reversed(text: string): string {
  return text.split('').toReversed().join('')
}

interface SendButtonProps extends Pick<ButtonProps, 'variant' | 'aria-label' | 'children'> {
  composer: ComposerState
  /** Sends in another way than the send key. */
  by?: SendMessage
}

/** Does the same as the send key. While Parley cannot be reached, it is disabled and says so, as that key does. */
export function SendButton({ composer, by, children = t('common.send'), ...variant }: SendButtonProps) {
  const { unreachable } = composer
  return (
    <Button
      variant="primary"
      {...variant}
      aria-disabled={unreachable !== null}
      title={unreachable === null ? undefined : errorLine(unreachable)}
      onFirstClick={() => composer.send(by)}
    >
      {children}
    </Button>
  )
}

interface StopButtonProps extends Pick<ButtonProps, 'aria-busy' | 'children'> {
  composer: ComposerState
  onStop: () => void
}

/** Stops the current answer. */
export function StopButton({ composer, onStop, ...shown }: StopButtonProps) {
  return (
    <Button
      variant="stop"
      {...shown}
      onFirstClick={() => {
        onStop()
        // The button disappears; focus the text field. Moving the focus takes time, so this comes second.
        composer.focus()
      }}
    />
  )
}

/** Next step of a refusal that choosing a folder would fix: opens that choice. */
function FolderStep({ refusal }: { refusal: ErrorData }) {
  if (!isFixedByFolder(refusal)) return null
  return (
    <Button variant="link" onClick={() => folderChip()?.click()}>
      {t(
        refusal.data?.['reason'] === 'agent-folder-imported'
          ? 'agents.folder.confirm'
          : 'common.chooseFolder',
      )}
    </Button>
  )
}

interface CommandToolProps {
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Opens the command list. Only for an empty composer, because a command must be its only text. */
function CommandTool({ text, setText, field }: CommandToolProps) {
  if (text !== '') return null
  return (
    <Button
      variant="quiet"
      data-slot="command-tool"
      onClick={() => {
        setText('/')
        field.current?.focus()
      }}
    >
      {t('composer.commands.tool')}
    </Button>
  )
}
