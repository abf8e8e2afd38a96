import { useId, type ReactNode } from 'react'

import { t } from '../../language/t'
import type { GroupState } from '../../state/tools/tool-groups'
import { classNames } from '../../ui/class-names'
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
    <div className={styles.line}>
      <button
        type="button"
        className={styles.switch}
        data-stop=""
        role="switch"
        aria-checked={state === 'on'}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
        onClick={() => onChange(state !== 'on')}
      >
        <span className={styles.words}>
          <bdi id={`${id}-name`} className={styles.name}>
            {name}
          </bdi>
          <span id={`${id}-about`} className={styles.about}>
            {state === 'some' && <span className={styles.some}>{t('tools.choice.partly')} </span>}
            {about}
          </span>
        </span>
        {figure !== undefined && <span className={styles.figure}>{figure}</span>}
        <span
          className={classNames(
            styles.track,
            state === 'on' && styles.trackOn,
            state === 'some' && styles.trackSome,
          )}
          aria-hidden="true"
        />
      </button>
      {children}
    </div>
  )
}
