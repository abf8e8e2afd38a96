import { providerPresets } from '../../shared/models/provider-presets'

const keyVariables = providerPresets.flatMap((preset) => preset.keyVariables)

/**
 * Returns a full copy of the environment that this process was started with, and removes the provider keys from
 * `environment`, so that no process or thread inherits one. The search path is called `PATH`: Windows says `Path`, and
 * only its own environment ignores the case of names.
 */
export function takeEnvironment(
  environment: NodeJS.ProcessEnv,
  platform = process.platform,
): NodeJS.ProcessEnv {
  const taken = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      platform === 'win32' && name.toUpperCase() === 'PATH' ? 'PATH' : name,
      value,
    ]),
  )
  for (const name of keyVariables) delete environment[name]
  return taken
}

/** A copy without provider keys. */
export function withoutProviderKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(environment).filter((name) => !keyVariables.includes(name))
  return Object.fromEntries(names.map((name) => [name, environment[name]]))
}
