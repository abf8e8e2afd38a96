import { keyCaps } from '../state/actions/keys'
import { keyHost } from './shortcut-names'
import './keys.css'

/** Keys as they are printed on them, each in its own frame. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="keys">
      {keyCaps(keys, keyHost).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </kbd>
  )
}
