import { isSecretVariable } from '../base/redaction/redaction'
import type { Confirmation } from '../platform/platform'
import { isLoadingVariable } from './loading-variables'

/** Shown instead of such a value, whatever its length. */
const hiddenValue = '••••••••'

/** A variable in a confirmation. A key's value is hidden, but never one that decides what runs. */
export function variableLine([name, value]: readonly [
  name: string,
  value: string,
]): Confirmation['lines'][number] {
  const loads = isLoadingVariable(name)
  const shown = !loads && isSecretVariable(name) ? hiddenValue : value
  return { label: loads ? 'loading-variable' : 'variable', value: `${name} = ${shown}` }
}
