import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

import { t } from '../../../language/t'
import { isAltGraph, keyHost } from '../../../keyboard/key-host'
import { modifierName, writtenKeys, type KeyPress } from '../../../keyboard/keys'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { Keys } from '../../../ui/controls/key-caps'
import { titlesOf, type RecordedKeys, type Recording } from './recorded-keys'
import { HiddenText, Row, Stack } from '../../../ui/layout/layout'
import styles from './shortcuts.module.css'

interface ShortcutRowProps {
  title: string
  keys: string
  /** The keys can be reset. */
  isChanged: boolean
  /** Why the keys may not work. */
  note: string | null
  /** Reads a key press as the new keys. */
  read: (press: KeyPress) => Recording | RecordedKeys
  onBind: (keys: string) => void
  onReset: () => void
}

const unusable = { kind: 'refused', keys: '', why: 'unknown' } as const

/** An action with its keys, which the user can record, remove and reset. */
export function ShortcutRow({ title, keys, isChanged, note, read, onBind, onReset }: ShortcutRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  /** The last key press while keys are recorded; null while they are not. */
  const [recorded, setRecorded] = useState<Recording | null>(null)
  const isRecording = recorded !== null
  /** The button may have reappeared only now. */
  const end = () => {
    flushSync(() => setRecorded(null))
    button.current?.focus()
  }
  const bind = (chosen: string) => {
    end()
    onBind(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab leaves, as anywhere.
    if (!isRecording || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const next = isAltGraph(event) ? unusable : read(event)
    if (next.kind === 'cancelled') end()
    else if (next.kind === 'recorded') bind(next.keys)
    else setRecorded(next)
  }
  return (
    <Row pad={[0.5, 0]} line="below" className={styles.row}>
      <Stack gap={0} grow>
        <span>{title}</span>
        <RowNote note={note} recorded={recorded} />
      </Stack>
      {recorded?.kind === 'taken' ? (
        <TakenChoice onUse={() => bind(recorded.keys)} onCancel={end} />
      ) : (
        <Row
          as="button"
          gap={0}
          justify="end"
          grow={false}
          pad={[0, 2]}
          tone="faint"
          ref={button}
          type="button"
          className={styles.keys}
          data-recording={isRecording || undefined}
          onClick={() => setRecorded({ kind: 'partial' })}
          // The question about keys of another action takes the focus.
          onBlur={() => setRecorded((now) => (now?.kind === 'taken' ? now : null))}
          onKeyDown={onKeyDown}
          // Space would press the button again.
          onKeyUp={(event) => {
            if (isRecording) event.preventDefault()
          }}
        >
          {isRecording ? t('settings.shortcuts.press') : <KeysOfAction action={title} keys={keys} />}
        </Row>
      )}
      <Button
        variant="quiet"
        className={styles.reset}
        aria-label={t('settings.shortcuts.reset', { action: title })}
        title={t('common.reset')}
        hidden={!isChanged}
        onClick={() => {
          onReset()
          // The button disappears.
          button.current?.focus()
        }}
      >
        <Icon name="again" />
      </Button>
    </Row>
  )
}

/** Asks whether to take the keys from another action. */
function TakenChoice({ onUse, onCancel }: { onUse: () => void; onCancel: () => void }) {
  const use = useRef<HTMLButtonElement>(null)
  useEffect(() => use.current?.focus(), [])
  return (
    <Row
      align="stretch"
      grow={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <Button ref={use} onClick={onUse}>
        {t('settings.shortcuts.useHere')}
      </Button>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </Row>
  )
}

/** The keys, as a name that says what pressing the button does. */
function KeysOfAction({ action, keys }: { action: string; keys: string }) {
  return (
    <>
      <HiddenText>{t('settings.shortcuts.change', { action })}</HiddenText>
      {keys === '' ? t('common.none') : <Keys keys={keys} />}
    </>
  )
}

/** Instructions while keys are recorded; otherwise, the reason why the keys may not work. */
function RowNote({ note, recorded }: { note: string | null; recorded: Recording | null }) {
  if (recorded === null) return note === null ? null : <span className={styles.problem}>{note}</span>
  const isProblem = recorded.kind !== 'partial'
  return (
    <span className={isProblem ? styles.problem : styles.hint} role={isProblem ? 'alert' : 'status'}>
      {wordsOf(recorded)}
    </span>
  )
}

function wordsOf(recorded: Recording): string {
  if (recorded.kind === 'partial') return t('settings.shortcuts.how')
  const keys = writtenKeys(recorded.keys, keyHost)
  if (recorded.kind === 'taken')
    return t('settings.shortcuts.taken', { keys, actions: titlesOf(recorded.by) })
  return t(`settings.shortcuts.refused.${recorded.why}`, {
    keys,
    mod: modifierName('Mod', keyHost),
    alt: modifierName('Alt', keyHost),
  })
}
