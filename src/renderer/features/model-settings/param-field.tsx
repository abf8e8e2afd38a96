import { useId, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names'
import styles from './param-field.module.css'

interface ParamFieldProps {
  label: string
  hint: string
  /** Why what stands in the field cannot be; null when it can. */
  why: string | null
  children: (field: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}

/** One parameter: its name, what it is for or what is wrong, and its field. */
export function ParamField({ label, hint, why, children }: ParamFieldProps) {
  const id = useId()
  return (
    <div className={styles.modelParam}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': why !== null })}
      <span
        id={`${id}-hint`}
        className={classNames(styles.modelParamHint, why !== null && styles.modelParamWrong)}
        role={why === null ? undefined : 'alert'}
      >
        {why ?? hint}
      </span>
    </div>
  )
}
