import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { shortcutNames } from '../ui/shortcut-names'

/** What is possible from here: which models are there, and how more of them come. */
export function Welcome() {
  const app = useApp()
  const { models, problems, phase, isRefreshing, error, load } = useStore(app.models)
  const local = providerNames(models.filter((model) => model.isLocal && !model.isScripted))
  const hosted = providerNames(models.filter((model) => !model.isLocal && !model.isScripted))
  const hasReal = local.length + hosted.length > 0
  return (
    <div className="welcome">
      <div className="welcome-column">
        <h2>{hasReal ? 'What is on your mind?' : 'Parley is ready. It needs a model.'}</h2>
        <dl className="welcome-list">
          <Line term="On this computer">
            {local.length > 0 ? (
              <>{local.join(', ')}</>
            ) : (
              <>
                No local server was found. Start Ollama, LM Studio, llama.cpp or vLLM, then{' '}
                <Button look="link" disabled={isRefreshing} onClick={() => void load({ refresh: true })}>
                  {isRefreshing ? 'looking…' : 'look again'}
                </Button>
                .
              </>
            )}
          </Line>
          <Line term="Hosted">
            {hosted.length > 0 ? <>{hosted.join(', ')}. </> : <>None yet. </>}
            <Button look="link" onClick={() => app.setSettingsOpen(true)}>
              Add a provider
            </Button>
          </Line>
          {!hasReal && phase === 'ready' && (
            <Line term="To try it out">
              The demo models answer from a script inside Parley, offline. They show streaming, Stop and
              Compare; they know nothing.
            </Line>
          )}
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
