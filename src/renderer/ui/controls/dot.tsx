import { classNames } from '../class-names'
import styles from './dot.module.css'

const stateStyles = { running: styles.running, asking: styles.asking, unseen: styles.unseen }

/** A dot for a state, which the text beside it names. */
export function Dot({ state }: { state: keyof typeof stateStyles }) {
  return <span className={classNames(styles.dot, stateStyles[state])} aria-hidden="true" />
}
