import { useEffect } from 'react'
import { useStore } from 'zustand'

import { newChatDraft } from '../../state/draft-places'
import { useApp } from '../../state/use-app'
import { Button } from '../../ui/button'
import { EnvironmentKeys } from './environment-keys'
import { KeyField } from './key-field'
import { LocalServers } from './local-servers'
import { Way } from './way'
import './first-run.css'

const sampleQuestion = 'Show me what Parley can do.'

/** For someone who has nothing yet: what this is, and three ways to a first answer. */
export function FirstRun({ onTry }: { onTry: () => void }) {
  const app = useApp()
  const { models, problems, phase, error, load } = useStore(app.models)
  const { tests, providers } = useStore(app.providers)
  useEffect(() => {
    void app.providers.getState().load()
  }, [app])
  // What was tested, or has its key in the environment, says there what is wrong.
  const isHeard = (id: string) =>
    tests[id] !== undefined || providers.some((known) => known.id === id && known.keyVariable !== null)
  const unheard = problems.filter(({ providerId }) => !isHeard(providerId))
  const hasReal = models.some(({ isScripted }) => !isScripted)
  return (
    <div className="welcome">
      <div className="welcome-column first-run">
        <h2>{hasReal ? 'What is on your mind?' : 'Parley is ready. It needs a model.'}</h2>
        <p className="first-run-lead">
          Chat with one model, or put the same question to several and see who answers better, faster, for
          less. Your chats and keys stay on this computer.
        </p>
        <div className="welcome-list">
          <Way name="On this computer">
            <LocalServers />
          </Way>
          <Way name="With a key">
            <KeyField />
          </Way>
          <EnvironmentKeys />
          {unheard.map((problem) => (
            <Way key={problem.providerId} name={problem.providerName}>
              <p>{problem.error.message}</p>
            </Way>
          ))}
          {!hasReal && phase === 'ready' && (
            <Way name="To try it out">
              <p>
                The demo models answer from a script inside Parley, offline. They show streaming, Stop and
                Compare; they know nothing.{' '}
                <Button
                  look="link"
                  onClick={() => {
                    app.drafts.getState().set(newChatDraft, sampleQuestion)
                    onTry()
                  }}
                >
                  Write a question for me
                </Button>
              </p>
            </Way>
          )}
          {error !== null && (
            <Way name="Models">
              <p role="alert">
                {error.message}{' '}
                <Button look="link" onClick={() => void load()}>
                  Try again
                </Button>
              </p>
            </Way>
          )}
        </div>
      </div>
    </div>
  )
}
