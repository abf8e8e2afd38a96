import { useId, type ReactNode, type RefObject } from 'react'

import { Icon } from '../../ui/controls/icon'
import { MenuChoice, MenuChoices, MenuSurface } from '../../ui/overlays/menu-surface'
import { Hint, Stack, Text } from '../../ui/layout/layout'
import styles from './agent-popovers.module.css'

/** A choice with its explanation. */
export interface ExplainedChoice<Value extends string> {
  value: Value
  name: string
  /** A full explanation. */
  words: ReactNode
  /** Why this cannot be chosen, as shown to the user; null if it can. */
  refusal?: string | null
}

interface ChoiceMenuProps<Value extends string> {
  anchor: RefObject<HTMLElement | null>
  label: string
  /** Null if no single choice applies. */
  value: Value | null
  choices: readonly ExplainedChoice<Value>[]
  /** Shown below the choices. */
  note?: string | null
  onChoose: (value: Value) => void
  onClose: () => void
}

/** A few choices with explanations. Arrow keys only move the focus; Enter or a click chooses. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { anchor, label, value, choices, note = null, onChoose, onClose } = props
  const id = useId()
  const choose = ({ value: offered, refusal = null }: ExplainedChoice<Value>) => {
    if (refusal !== null) return
    anchor.current?.focus()
    onClose()
    if (offered !== value) onChoose(offered)
  }
  return (
    <MenuSurface
      anchor={anchor}
      className={styles.chipPopover}
      menuClassName={styles.choicePopover}
      labelledBy={`${id}-title`}
      onClose={onClose}
    >
      <Text
        as="div"
        grow={false}
        tone="faint"
        size="xs"
        weight="medium"
        className={styles.popoverTitle}
        id={`${id}-title`}
      >
        {label}
      </Text>
      <MenuChoices value={value} className={styles.choiceMenu} aria-labelledby={`${id}-title`}>
        {choices.map((choice) => {
          const { value: offered, name, words, refusal = null } = choice
          return (
            <MenuChoice
              key={offered}
              value={offered}
              nativeButton
              render={<button type="button" />}
              disabled={refusal !== null}
              label={name}
              aria-label={name}
              aria-describedby={`${id}-${offered}`}
              className={styles.choiceItem}
              onClick={(event) => {
                // The library would otherwise return the focus to the item.
                event.preventBaseUIHandler()
                choose(choice)
              }}
            >
              <span className={styles.choiceCheck}>{offered === value && <Icon name="check" />}</span>
              <Stack as="span" gap={0.5} className={styles.choiceWords}>
                <Text size="m" weight="medium" className={styles.choiceName}>
                  {name}
                </Text>
                <Hint as="span" tone="soft" className={styles.choiceMeaning} id={`${id}-${offered}`}>
                  {words}
                  {refusal !== null && <Text tone="warn"> {refusal}</Text>}
                </Hint>
              </Stack>
            </MenuChoice>
          )
        })}
      </MenuChoices>
      {note !== null && (
        <Hint as="div" grow={false} line="above" className={styles.popoverNote}>
          {note}
        </Hint>
      )}
    </MenuSurface>
  )
}
