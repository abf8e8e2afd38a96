import { type ReactNode, useId } from 'react'

import { t } from '../../language/t'
import type { GroupState } from '../../state/tools/tool-groups'
import { classNames } from '../../ui/class-names'
import { Hint, Row, Stack, Text } from '../../ui/layout/layout'
import styles from './tool-switch.module.css'

interface ToolSwitchProps {
  name: string
  /** In some panes, or with some of its tools. */
  state: GroupState
  about?: string | undefined
  /** Right of the name, such as its size. */
  figure?: string | undefined
  onChange: (isOn: boolean) => void
  /** Below the description. */
  children?: ReactNode
}

/** A line that is a switch: pressing it anywhere turns it. */
export function ToolSwitch({ name, state, about, figure, onChange, children }: ToolSwitchProps) {
  const id = useId()
  return (
    <Stack gap={0} grow>
      <Row
        as="button"
        pad={[1, 2]}
        className={styles.switch}
        data-stop=""
        role="switch"
        aria-checked={state === 'on'}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
        onClick={() => onChange(state !== 'on')}
      >
        <Stack as="span" gap={0} grow>
          <bdi id={`${id}-name`} className={styles.name}>
            {name}
          </bdi>
          <Hint as="span" id={`${id}-about`} className={styles.about}>
            {state === 'some' && <Text tone="accent">{t('tools.choice.partly')} </Text>}
            {about}
          </Hint>
        </Stack>
        {figure !== undefined && (
          <Text grow={false} tone="faint" size="xs" tabular>
            {figure}
          </Text>
        )}
        <Row
          as="span"
          gap={0}
          grow={false}
          pad={0.5}
          className={classNames(
            styles.track,
            state === 'on' && styles.trackOn,
            state === 'some' && styles.trackSome,
          )}
          data-slot="track"
          aria-hidden="true"
        />
      </Row>
      {children}
    </Stack>
  )
}
