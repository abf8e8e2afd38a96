import { keyCaps } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import styles from './key-caps.module.css'

/** Key caps, each in its own frame. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className={styles.keys} data-slot="keys">
      {keyCaps(keys, keyHost).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </kbd>
  )
}
