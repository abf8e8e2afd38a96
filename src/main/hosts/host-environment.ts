import { providerPresets } from '../../shared/models/provider-presets'

const keyVariables = providerPresets.flatMap((preset) => preset.keyVariables)

/**
 * The environment that this process was started with, taken over whole. From then on `environment` is without the
 * keys of providers, so that no process or thread that is started from here inherits one.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = { ...environment }
  for (const name of keyVariables) delete environment[name]
  return taken
}

/** A copy without the keys of providers. */
export function withoutProviderKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(environment).filter((name) => !keyVariables.includes(name))
  return Object.fromEntries(names.map((name) => [name, environment[name]]))
}
