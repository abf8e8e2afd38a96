import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { parseModelRef } from '../../../../shared/models/models'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { keyErrorLine } from '../../../state/models/key-error-line'
import { useApp } from '../../../state/app/use-app'
import { useShortcutNames } from '../../../state/app/use-shortcut-keys'
import { Hint, Row } from '../../../ui/layout/layout'
import styles from './start.module.css'

/** Problems of the providers that the user uses, and the keys to begin with. */
export function StartNotes() {
  const app = useApp()
  const shortcutNames = useShortcutNames()
  const { problems, recent, error } = useStore(app.models)
  const defaultModel = useStore(app.settings, (state) => state.settings.defaultModel)
  const used = new Set(
    [...recent, ...(defaultModel === null ? [] : [defaultModel])].map(
      (ref) => parseModelRef(ref)?.providerId,
    ),
  )
  return (
    <div>
      {problems
        .filter(({ providerId }) => used.has(providerId))
        .map((problem) => (
          <Hint tone="soft" key={problem.providerId} className={styles.problem}>
            <b>{problem.providerName}</b> {keyErrorLine(problem.error)}
          </Hint>
        ))}
      {error !== null && (
        <Hint tone="soft" className={styles.problem}>
          <b>{t('chat.start.modelList')}</b> {errorLine(error)}
        </Hint>
      )}
      <Row as="p" align="stretch" wrap pad={[0, 2]} tone="faint" size="s" className={styles.keys}>
        <KeyHint keys={shortcutNames('newChat')}>{t('chat.start.keyNewChat')}</KeyHint>
        <KeyHint keys={shortcutNames('newCompare')}>{t('chat.start.keyCompare')}</KeyHint>
        <KeyHint keys={shortcutNames('search')}>{t('chat.start.keySearch')}</KeyHint>
      </Row>
    </div>
  )
}

function KeyHint({ keys, children }: { keys: string | undefined; children: ReactNode }) {
  if (keys === undefined) return null
  return (
    <span>
      <kbd>{keys}</kbd> {children}
    </span>
  )
}
