import { assertNever } from '../../../shared/invariant'
import type { ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'

/** Traits by which lists of models can be filtered. */
export const modelTraits = ['vision', 'tools', 'reasoning', 'longContext', 'free', 'local'] as const
export type ModelTrait = (typeof modelTraits)[number]

const longContextTokens = 128_000
/** Fewer letters name no trait: they are the start of a name. */
const minNameChars = 3
/** A typed `128k` also means 131,072. */
const sizeTolerance = 0.05

/** True if the model is known to have the trait; unknown facts do not count. */
export function hasTrait({ facts = {}, isLocal, isScripted }: ModelInfo, trait: ModelTrait): boolean {
  switch (trait) {
    case 'vision':
      return facts.takesImages === true
    case 'tools':
      return facts.callsTools === true
    case 'reasoning':
      return facts.reasons === true
    case 'longContext':
      return (facts.contextTokens ?? 0) >= longContextTokens
    case 'free':
      return facts.price?.input === 0 && facts.price.output === 0
    case 'local':
      return isLocal && !isScripted
    default:
      return assertNever(trait)
  }
}

/** The traits that some of the models have, but not all. */
export function traitsAmong(models: readonly ModelInfo[]): ModelTrait[] {
  return modelTraits.filter((trait) => {
    const [first] = models
    if (first === undefined) return false
    const firstHas = hasTrait(first, trait)
    return models.some((model) => hasTrait(model, trait) !== firstHas)
  })
}

/**
 * The condition that a typed word states: the start of a trait's name, such as `vision`; a context size, such as `128k`
 * or `>100k`; or a price in dollars, such as `$2.50` or `<$1`. Null for any other word.
 */
export function conditionOf(word: string): ((model: ModelInfo) => boolean) | null {
  return sizeCondition(word) ?? priceCondition(word) ?? traitCondition(word)
}

function traitCondition(word: string): ((model: ModelInfo) => boolean) | null {
  if (word.length < minNameChars) return null
  const traits = modelTraits.filter((trait) =>
    [trait, ...t(`models.trait.${trait}`).toLowerCase().split(' ')].some((name) => name.startsWith(word)),
  )
  return traits.length === 0 ? null : (model) => traits.some((trait) => hasTrait(model, trait))
}

function sizeCondition(word: string): ((model: ModelInfo) => boolean) | null {
  const typed = /^(?<sign>[<>]?)(?<amount>\d{1,7}(?:[.,]\d{1,3})?)(?<unit>[km])$/u.exec(word)?.groups
  if (typed === undefined) return null
  const tokens = amountOf(typed['amount']) * (typed['unit'] === 'm' ? 1_000_000 : 1_000)
  return ({ facts }) => {
    const size = facts?.contextTokens
    if (size === undefined) return false
    if (typed['sign'] === '') return Math.abs(size / tokens - 1) < sizeTolerance
    return typed['sign'] === '>' ? size > tokens : size < tokens
  }
}

function priceCondition(word: string): ((model: ModelInfo) => boolean) | null {
  const typed = /^(?<sign>[<>]?)\$(?<amount>\d{1,6}(?:[.,]\d{1,3})?)$/u.exec(word)?.groups
  if (typed === undefined) return null
  const amount = amountOf(typed['amount'])
  return ({ facts }) => {
    if (facts?.price === undefined) return false
    const { input, output } = facts.price
    if (typed['sign'] === '') return input === amount || output === amount
    const dearer = Math.max(input, output)
    return typed['sign'] === '>' ? dearer > amount : dearer < amount
  }
}

function amountOf(digits: string | undefined): number {
  return Number(digits?.replace(',', '.'))
}
