import type { ErrorCode } from '../../shared/errors'
import { assertNever } from '../../shared/invariant'
import { isLocalAddress } from '../../shared/models/local-address'
import type { Notice } from '../../shared/runs/events'
import { currentLanguage, t } from '../language/t'

export type ProviderErrorCode = Extract<ErrorCode, `PROVIDER_${string}`>

type KnownData = Readonly<Record<string, unknown>>

/** What is said of a provider's failure; `isWhole` when main's own words say no more than that. */
export interface ProviderSentences {
  sentences: string
  isWhole: boolean
}

/** What an error of a provider says in a language that main does not speak. */
export function providerSentences(code: ProviderErrorCode, data: KnownData): ProviderSentences {
  const provider = nameIn(data)
  if (provider === null) return { sentences: unnamedSentence(code), isWhole: false }
  const said = textIn(data, 'said')
  const known = knownSentences(code, data, provider)
  if (known === null) {
    return { sentences: t('errors.provider.protocol', { provider, mark: markOf(data) }), isWhole: false }
  }
  return {
    sentences: said === null ? known.sentences : `${known.sentences} ${t('errors.provider.said', { said })}`,
    isWhole: known.isWhole || said !== null,
  }
}

/** Why a request is sent again. */
export function retrySentence({ message, cause }: Notice): string {
  if (currentLanguage() === 'en' || cause === undefined) return message
  const { code, data = {} } = cause
  const provider = nameIn(data)
  if (provider === null) return message
  const mark = markOf(data)
  if (code === 'PROVIDER_RATE_LIMIT') return t('errors.retry.rateLimited', { provider, mark })
  if (code === 'PROVIDER_OVERLOADED') return t('errors.retry.overloaded', { provider, mark })
  return t('errors.retry.unreachable', { provider })
}

/** Null for a failure that only main's own words tell. */
function knownSentences(
  code: ProviderErrorCode,
  data: KnownData,
  provider: string,
): ProviderSentences | null {
  const mark = markOf(data)
  const hasStatus = mark !== ''
  switch (code) {
    case 'PROVIDER_AUTH': {
      const signIn = textIn(data, 'signIn')
      if (signIn !== null) {
        return { sentences: t('errors.agent.signIn', { provider, mark, signIn }), isWhole: true }
      }
      const sentences =
        data['status'] === 403
          ? t('errors.provider.forbidden', { provider, mark })
          : t('errors.provider.keyRefused', { provider, mark })
      return { sentences, isWhole: true }
    }
    case 'PROVIDER_RATE_LIMIT': {
      const sentences =
        data['isUnpaid'] === true
          ? t('errors.provider.unpaid', { provider, mark })
          : t('errors.provider.rateLimited', { provider, mark })
      return { sentences, isWhole: true }
    }
    case 'PROVIDER_OVERLOADED':
      return { sentences: t('errors.provider.overloaded', { provider, mark }), isWhole: true }
    case 'PROVIDER_BAD_REQUEST': {
      const refused = t('errors.provider.badRequest', { provider, mark })
      const isMute = hasStatus && textIn(data, 'said') === null
      return {
        sentences: isMute ? `${refused} ${t('errors.provider.checkModel')}` : refused,
        isWhole: hasStatus,
      }
    }
    case 'PROVIDER_UNREACHABLE':
      return {
        sentences: `${unreachableSentence(data, provider)} ${whatToDo(data, provider)}`,
        isWhole: true,
      }
    case 'PROVIDER_PROTOCOL':
      return protocolSentences(data, provider, mark)
    default:
      return assertNever(code)
  }
}

function unreachableSentence(data: KnownData, provider: string): string {
  const address = textIn(data, 'address') ?? provider
  const { networkCode, timeoutMs } = data
  if (networkCode === 'ECONNREFUSED') return t('errors.provider.nothingAt', { address })
  if (networkCode === 'ENOTFOUND' || networkCode === 'EAI_AGAIN') {
    return t('errors.provider.nameNotFound', { address })
  }
  return typeof timeoutMs === 'number'
    ? t('errors.provider.noAnswerIn', { provider, seconds: timeoutMs / 1000 })
    : t('errors.provider.unreachable', { provider })
}

function whatToDo(data: KnownData, provider: string): string {
  const address = textIn(data, 'address')
  if (address === null) return t('errors.provider.orItsAddress')
  return isLocalAddress(address)
    ? t('errors.provider.address', { provider })
    : t('errors.provider.online', { provider })
}

function protocolSentences(data: KnownData, provider: string, mark: string): ProviderSentences | null {
  switch (data['problem']) {
    case 'broken-off':
      return { sentences: t('errors.provider.brokenOff', { provider }), isWhole: true }
    case 'unreadable':
      return { sentences: t('errors.provider.unreadable', { provider }), isWhole: true }
    case 'unfinished':
      return { sentences: t('errors.provider.unfinished', { provider }), isWhole: true }
    case 'finish-failed':
      return {
        sentences: t('errors.provider.finishFailed', { provider, reason: reasonIn(data) }),
        isWhole: true,
      }
    case 'finish-unknown':
      return {
        sentences: t('errors.provider.finishUnknown', { provider, reason: reasonIn(data) }),
        isWhole: true,
      }
    case 'web-page':
      return { sentences: t('errors.provider.webPage', { provider }), isWhole: true }
    case 'no-stream':
      return { sentences: t('errors.provider.noStream', { provider }), isWhole: true }
    case 'not-http':
      return { sentences: t('errors.provider.notHttp', { provider }), isWhole: true }
    case 'not-tls':
      return { sentences: t('errors.provider.notTls', { provider }), isWhole: true }
    case 'headers-too-large':
      return { sentences: t('errors.provider.headersTooLarge', { provider }), isWhole: true }
    case 'encoding':
      return { sentences: t('errors.provider.encoding', { provider }), isWhole: true }
    case 'no-list': {
      const ending = textIn(data, 'ending') ?? '/v1'
      return { sentences: t('errors.provider.noList', { provider, ending }), isWhole: true }
    }
    default:
      return textIn(data, 'said') === null
        ? null
        : { sentences: t('errors.provider.protocol', { provider, mark }), isWhole: true }
  }
}

function reasonIn(data: KnownData): string {
  return textIn(data, 'finishReason') ?? ''
}

/** For an error that does not say whose it is, as those of answers that were stored long ago. */
function unnamedSentence(code: ProviderErrorCode): string {
  switch (code) {
    case 'PROVIDER_AUTH':
      return t('errors.provider.unnamed.auth')
    case 'PROVIDER_RATE_LIMIT':
      return t('errors.provider.unnamed.rateLimited')
    case 'PROVIDER_OVERLOADED':
      return t('errors.provider.unnamed.overloaded')
    case 'PROVIDER_BAD_REQUEST':
      return t('errors.provider.unnamed.badRequest')
    case 'PROVIDER_UNREACHABLE':
      return t('errors.provider.unnamed.unreachable')
    case 'PROVIDER_PROTOCOL':
      return t('errors.provider.unnamed.protocol')
    default:
      return assertNever(code)
  }
}

function nameIn(data: KnownData): string | null {
  return textIn(data, 'providerName') ?? textIn(data, 'address')
}

function textIn(data: KnownData, key: string): string | null {
  const value = data[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The status of the answer, in brackets behind a space; nothing where there was none. */
function markOf({ status }: KnownData): string {
  return typeof status === 'number' ? ` (${status})` : ''
}
