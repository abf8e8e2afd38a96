import { messageIn, type ProviderMessage } from '../http/provider-failure'
import { objectIn } from './foreign'

/** What an event of any family says of an error; null when it says nothing of one. */
export function errorIn(event: Record<string, unknown>, name: string): ProviderMessage | null {
  const { error } = event
  const isNamed = name === 'error' || event['type'] === 'error' || event['object'] === 'error'
  if (error === undefined || error === null || error === false || error === '') {
    return isNamed ? (messageIn(event) ?? withoutWords) : null
  }
  if (objectIn(error) !== null && Object.keys(error).length === 0) return isNamed ? withoutWords : null
  return messageIn({ error }) ?? withoutWords
}

const withoutWords: ProviderMessage = { text: 'an error without a message', codes: [], retryAfterMs: null }
