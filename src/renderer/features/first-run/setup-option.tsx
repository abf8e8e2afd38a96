import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names'
import welcomeStyles from './welcome.module.css'
import styles from './first-run.module.css'

/** One entry of the welcome screen: a way to get a model. */
export function SetupOption({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={classNames(welcomeStyles.line, styles.way)} aria-label={name}>
      <h3>{name}</h3>
      <div>{children}</div>
    </section>
  )
}
