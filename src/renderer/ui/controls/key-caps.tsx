import { keyCaps } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import './key-caps.css'

/** Key caps, each in its own frame. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="keys">
      {keyCaps(keys, keyHost).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </kbd>
  )
}
