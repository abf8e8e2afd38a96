import { knownNumber, knownWord } from './known-words.ts'

const prefix = 'FAKE_AGENT_'
const names = [
  'FAKE_AGENT_HOME',
  'FAKE_AGENT_SCRIPT',
  'FAKE_AGENT_START_DELAY_MS',
  'FAKE_AGENT_LIFETIME_MS',
  'FAKE_AGENT_REFUSE_ROOT',
  'FAKE_AGENT_SAME_MINUTE',
] as const

/** Variables in a fake's environment; README.md describes each. */
export interface Switches {
  startDelayMs: number
  lifetimeMs: number
  refusesRoot: boolean
  losesSameMinute: boolean
}

/** Reads the environment variables that begin with `FAKE_AGENT_`. @throws UnknownWordError */
export function readSwitches(environment: NodeJS.ProcessEnv): Switches {
  for (const name of Object.keys(environment))
    if (name.startsWith(prefix)) knownWord(name, 'the environment of a fake', names)
  const valueOf = (name: (typeof names)[number]) => environment[name]
  const delay = valueOf('FAKE_AGENT_START_DELAY_MS') ?? '0'
  const lifetime = valueOf('FAKE_AGENT_LIFETIME_MS') ?? '600000'
  const root = valueOf('FAKE_AGENT_REFUSE_ROOT')
  const minute = valueOf('FAKE_AGENT_SAME_MINUTE')
  return {
    startDelayMs: knownNumber(delay, 'FAKE_AGENT_START_DELAY_MS'),
    lifetimeMs: knownNumber(lifetime, 'FAKE_AGENT_LIFETIME_MS'),
    refusesRoot: root !== undefined && knownWord(root, 'FAKE_AGENT_REFUSE_ROOT', ['1']) === '1',
    losesSameMinute: minute !== undefined && knownWord(minute, 'FAKE_AGENT_SAME_MINUTE', ['lost']) === 'lost',
  }
}
