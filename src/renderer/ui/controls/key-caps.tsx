import { keyCaps } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import './key-caps.css'

/** Keys as they are printed on them, each in its own frame. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="keys" data-slot="keys">
      {keyCaps(keys, keyHost).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </kbd>
  )
}
