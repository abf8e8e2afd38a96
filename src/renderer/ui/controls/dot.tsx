import { classNames } from '../class-names'
import styles from './dot.module.css'

/** A dot for a state, which the text beside it names. */
export function Dot({ state }: { state: 'running' | 'asking' | 'unseen' }) {
  return <span className={classNames(styles.dot, styles[state])} aria-hidden="true" />
}
