import { providerPresets } from '../../shared/provider-presets'

/**
 * The environment that this process was started with, taken over whole. From then on `environment` is without the
 * keys of providers, so that no process or thread that is started from here inherits one.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = { ...environment }
  for (const { keyVariables } of providerPresets) {
    for (const name of keyVariables) delete environment[name]
  }
  return taken
}
