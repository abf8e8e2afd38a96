import { agentErrors } from './agent'
import { appErrors } from './app'
import { inputErrors } from './input'
import { providerErrors } from './provider'
import { storeErrors } from './store'
import { unavailableErrors } from './unavailable'

/** Error texts by code and reason, and what the window adds to them. */
export const errors = {
  ...agentErrors,
  /** Their texts are in `server-errors.ts`. */
  SERVER_FAILED: {},
  ...appErrors,
  ...inputErrors,
  ...providerErrors,
  ...storeErrors,
  ...unavailableErrors,
  /** What to do about a server that cannot be reached: a local one, a remote one, one whose address is unknown. */
  advice: {
    local: 'Check that {{providerName}} is running and that its address in Settings is correct.',
    online:
      'Check that this computer is online and that the address of {{providerName}} in Settings is correct. If your network leads to the internet only through a proxy, set HTTPS_PROXY to its address and restart Parley.',
    unknown: 'Try again, or check its address in Settings.',
  },
  firstError: 'Your text is kept. The first error was: {{message}}',
  install: { command: 'Install command', copy: 'Copy command' },
  /** Why a request is being retried. */
  retry: {
    agent: '{{providerName}} could not reach its model.',
    auth: 'The sign-in of {{providerName}} was rejected{{status}}.',
    overloaded: '{{providerName}} is having problems{{status}}.',
    rateLimited: '{{providerName}} is not accepting more requests right now{{status}}.',
    unreachable: '{{providerName}} could not be reached.',
  },
  /** When a provider that is busy wants to be asked again. */
  retryIn: {
    days_one: 'Try again in {{count, number}} day.',
    days_other: 'Try again in {{count, number}} days.',
    hours_one: 'Try again in {{count, number}} hour.',
    hours_other: 'Try again in {{count, number}} hours.',
    minutes_one: 'Try again in {{count, number}} minute.',
    minutes_other: 'Try again in {{count, number}} minutes.',
    seconds_one: 'Try again in {{count, number}} second.',
    seconds_other: 'Try again in {{count, number}} seconds.',
  },
  said: 'Its message: {{said}}',
} as const
