import { shortcutNames } from '../ui/shortcut-names'

const shortcuts: readonly (readonly [keys: string, what: string])[] = [
  [shortcutNames.newChat, 'New chat'],
  [shortcutNames.newCompare, 'New comparison'],
  [shortcutNames.search, 'Search all chats'],
  [shortcutNames.find, 'Find in this chat'],
  [shortcutNames.outline, 'Outline of the chat'],
  [shortcutNames.previousMessage, 'To the message before'],
  [shortcutNames.nextMessage, 'To the message after'],
  [shortcutNames.retry, 'Take the last message back to the composer'],
  [shortcutNames.undo, 'Take the last message back'],
  [shortcutNames.favourite, 'Make the chosen model of the picker a favourite'],
  [shortcutNames.settings, 'Settings'],
]

/** The keys that do something wherever one is. */
export function ShortcutsSection() {
  return (
    <section aria-labelledby="settings-shortcuts">
      <h3 id="settings-shortcuts">Shortcuts</h3>
      <dl className="shortcuts">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="setting-row">
            <dt className="setting-words">{what}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
