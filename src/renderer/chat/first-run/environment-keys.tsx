import { useStore } from 'zustand'

import { useApp } from '../../state/use-app'
import { Button } from '../../ui/button'
import type { ProviderTest } from '../../state/providers'
import { TestLine } from './test-line'
import { Way } from './way'

/** The providers whose keys stand in the environment: there is nothing to do but to know it. */
export function EnvironmentKeys() {
  const app = useApp()
  const { providers, tests, test } = useStore(app.providers)
  const problems = useStore(app.models, (state) => state.problems)
  /** What was heard of it when its models were listed, until it is tested here. */
  const heardOf = (id: string): ProviderTest | undefined => {
    const error = problems.find(({ providerId }) => providerId === id)?.error
    return tests[id] ?? (error === undefined ? undefined : { state: 'failed', error })
  }
  const found = providers.filter(({ keyVariable }) => keyVariable !== null)
  if (found.length === 0) return null
  return (
    <Way name="In the environment">
      <ul className="first-run-keys">
        {found.map(({ id, name, keyVariable, last4 }) => (
          <li key={id}>
            <p>
              <b className="first-run-found">{name}</b>, with the key ••••{last4 ?? ''} of{' '}
              <code>{keyVariable}</code>.{' '}
              <Button look="link" aria-label={`Test ${name}`} onClick={() => void test(id)}>
                Test it
              </Button>
            </p>
            <TestLine name={name} test={heardOf(id)} />
          </li>
        ))}
      </ul>
    </Way>
  )
}
