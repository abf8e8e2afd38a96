import { type ReactNode, type Ref, useState } from 'react'

import type { SetId } from '../../../../shared/ids'
import type { PromptContent, PromptSetSummary } from '../../../../shared/sets/sets'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { DialogBar, Hint, Row, Stack } from '../../../ui/layout/layout'
import { TextInput } from '../../../ui/fields/inputs'
import styles from './sets.module.css'

interface SetRowProps {
  set: PromptSetSummary
  ref?: Ref<HTMLButtonElement>
  onOpen: () => void
  /** Controls beside the set. */
  children?: ReactNode
}

/** A set in a list, as a button. */
export function SetRow({ set, ref, onOpen, children }: SetRowProps) {
  return (
    <Row as="li" line="below">
      <Stack
        as="button"
        ref={ref}
        gap={1}
        grow
        pad={[2, 0]}
        tone="ink"
        className={styles.itemName}
        onClick={onOpen}
      >
        <span>{set.name}</span>
        <Hint as="span" tone="soft">
          {t('sets.promptCount', { count: set.promptCount })} ·{' '}
          {t('common.runCount', { count: set.runCount })} · {formatMoment(set.updatedAt)}
        </Hint>
      </Stack>
      {children}
    </Row>
  )
}

interface NewSetFormProps {
  /** The prompts of the new set. */
  prompts: (string | PromptContent)[]
  ref?: Ref<HTMLInputElement>
  onCreated: (setId: SetId, name: string) => void
}

/** Names and creates a set. */
export function NewSetForm({ prompts, ref, onCreated }: NewSetFormProps) {
  const { promptSets } = useApp()
  const [written, setWritten] = useState('')
  const name = written.trim()
  const create = async () => {
    const setId = await promptSets.create(name, prompts)
    if (setId !== null) onCreated(setId, name)
  }
  return (
    <DialogBar
      as="form"
      className={styles.foot}
      onSubmit={() => {
        if (name !== '') void create()
      }}
    >
      <TextInput
        aria-label={t('sets.newName')}
        placeholder={t('sets.newName')}
        ref={ref}
        data-first-focus
        maxLength={200}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={name === ''}>
        {t('sets.create')}
      </Button>
    </DialogBar>
  )
}
