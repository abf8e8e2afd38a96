import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { canAnswer, installedAgents, isChoosable } from '../../state/models/models'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { useShortcutNames } from '../../state/app/use-shortcut-keys'
import { LazyFirstRun } from '../first-run/lazy-first-run'
import styles from '../../ui/welcome/welcome.module.css'

/** The start screen: which models are available, and how to add more. */
export function Welcome({ onTry }: { onTry: () => void }) {
  const app = useApp()
  const shortcutNames = useShortcutNames()
  const { models, problems, phase, error } = useStore(app.models)
  const list = useStore(app.sessionList.store)
  const agents = installedAgents(models)
  const hasNothing = list.phase === 'ready' && list.sessions.length + list.comparisons.length === 0
  if (list.phase === 'idle' || list.phase === 'loading') return <div className={styles.welcome} />
  if (hasNothing || (!canAnswer(models) && phase !== 'loading')) return <LazyFirstRun onTry={onTry} />
  const local = providerNames(models.filter((model) => model.isLocal && isChoosable(model)))
  const hosted = providerNames(models.filter((model) => !model.isLocal && isChoosable(model)))
  return (
    <div className={styles.welcome}>
      <div className={styles.column}>
        <h2>{t('chat.welcome.question')}</h2>
        <dl className={styles.list}>
          {local.length > 0 && <Line term={t('chat.welcome.onThisComputer')}>{local.join(', ')}</Line>}
          {agents.length > 0 && (
            <Line term={t('models.list.agents')}>{agents.map(({ name }) => name).join(', ')}</Line>
          )}
          <Line term={t('chat.welcome.hosted')}>
            {hosted.length > 0 ? `${hosted.join(', ')}.` : t('chat.welcome.noneYet')}{' '}
            <Button variant="link" onClick={() => app.setSettingsOpen(true)}>
              {t('chat.welcome.addProvider')}
            </Button>
          </Line>
          {problems.map((problem) => (
            <Line key={problem.providerId} term={problem.providerName}>
              {errorLine(problem.error)}
            </Line>
          ))}
          {error !== null && <Line term={t('chat.welcome.models')}>{errorLine(error)}</Line>}
        </dl>
        <p className={styles.keys}>
          <KeyHint keys={shortcutNames('newChat')}>{t('chat.welcome.keyNewChat')}</KeyHint>
          <KeyHint keys={shortcutNames('newCompare')}>{t('chat.welcome.keyCompare')}</KeyHint>
          <KeyHint keys={shortcutNames('search')}>{t('chat.welcome.keySearch')}</KeyHint>
        </p>
      </div>
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

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function providerNames(models: readonly { providerName: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { providerName } of models) counts.set(providerName, (counts.get(providerName) ?? 0) + 1)
  return [...counts].map(([name, count]) => t('chat.welcome.provider', { name, count }))
}
