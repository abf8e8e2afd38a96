import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { shortcutNames } from '../ui/shortcut-names'
import { FirstRun } from './first-run/first-run'

/** What is possible from here: which models are there, and how more of them come. */
export function Welcome({ onTry }: { onTry: () => void }) {
  const app = useApp()
  const { models, problems, phase, error } = useStore(app.models)
  const list = useStore(app.sessionList.store)
  const hasReal = models.some(({ isScripted }) => !isScripted)
  const hasNothing = list.phase === 'ready' && list.sessions.length + list.comparisons.length === 0
  if (list.phase === 'idle' || list.phase === 'loading') return <div className="welcome" />
  if (hasNothing || (!hasReal && phase !== 'loading')) return <FirstRun onTry={onTry} />
  const local = providerNames(models.filter((model) => model.isLocal && !model.isScripted))
  const hosted = providerNames(models.filter((model) => !model.isLocal && !model.isScripted))
  return (
    <div className="welcome">
      <div className="welcome-column">
        <h2>What is on your mind?</h2>
        <dl className="welcome-list">
          {local.length > 0 && <Line term="On this computer">{local.join(', ')}</Line>}
          <Line term="Hosted">
            {hosted.length > 0 ? <>{hosted.join(', ')}. </> : <>None yet. </>}
            <Button look="link" onClick={() => app.setSettingsOpen(true)}>
              Add a provider
            </Button>
          </Line>
          {problems.map((problem) => (
            <Line key={problem.providerId} term={problem.providerName}>
              {problem.error.message}
            </Line>
          ))}
          {error !== null && <Line term="Models">{error.message}</Line>}
        </dl>
        <p className="welcome-keys">
          <span>
            <kbd>{shortcutNames.newChat}</kbd> new chat
          </span>
          <span>
            <kbd>{shortcutNames.newCompare}</kbd> compare models
          </span>
          <span>
            <kbd>{shortcutNames.search}</kbd> search
          </span>
        </p>
      </div>
    </div>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="welcome-line">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function providerNames(models: readonly { providerName: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { providerName } of models) counts.set(providerName, (counts.get(providerName) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} (${count} ${count === 1 ? 'model' : 'models'})`)
}
