import { useStore } from 'zustand'

import { useApp } from '../../state/use-app'
import { Button } from '../../ui/button'
import { counted } from '../../ui/figures'

/** The model servers of this machine: looked for, found, or not. */
export function LocalServers() {
  const app = useApp()
  const { models, phase, isRefreshing, load } = useStore(app.models)
  const { settings, isLoaded, change } = useStore(app.settings)
  const found = new Map<string, number>()
  for (const { isLocal, isScripted, providerName } of models) {
    if (isLocal && !isScripted) found.set(providerName, (found.get(providerName) ?? 0) + 1)
  }
  if (isLoaded && !settings.discovery && found.size === 0) {
    return (
      <p>
        Parley does not look for local servers, as Settings say.{' '}
        <Button
          look="link"
          onClick={() => void change({ discovery: true }).then(() => load({ refresh: true }))}
        >
          Look for them
        </Button>
      </p>
    )
  }
  const isLooking = phase === 'loading' || isRefreshing
  return (
    <>
      <p className="first-run-inline" role="status">
        {found.size > 0 ? (
          <>
            Found{' '}
            <b className="first-run-found">
              {[...found].map(([name, count]) => `${name} with ${counted(count, 'model')}`).join(', ')}
            </b>
          </>
        ) : isLooking ? (
          'Looking for Ollama, LM Studio, llama.cpp and vLLM…'
        ) : (
          'No server was found. Start Ollama, LM Studio, llama.cpp or vLLM.'
        )}{' '}
      </p>
      {found.size === 0 && !isLooking && (
        <Button look="link" onClick={() => void load({ refresh: true })}>
          Look again
        </Button>
      )}
    </>
  )
}
